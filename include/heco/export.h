/* Marks what the shared library exports, and lets C++ include the headers. */
#ifndef HECO_EXPORT_H
#define HECO_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define HECO_API __attribute__((visibility("default")))
#else
#define HECO_API
#endif

/* Lets the compiler compare a format, parameter number `text`, with what follows it. */
#if defined(__GNUC__) || defined(__clang__)
#define HECO_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define HECO_FORMAT(text, first)
#endif

#ifdef __cplusplus
#define HECO_BEGIN_DECLS extern "C" {
#define HECO_END_DECLS }
#else
#define HECO_BEGIN_DECLS
#define HECO_END_DECLS
#endif

#endif
