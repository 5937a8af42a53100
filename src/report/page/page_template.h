/* The report page without data. The build makes it from web/report_page.html
 * (cmake/embed.cmake). */
#ifndef HECO_REPORT_PAGE_PAGE_TEMPLATE_H
#define HECO_REPORT_PAGE_PAGE_TEMPLATE_H

#include <stddef.h>

extern const unsigned char heco_page_template[];
extern const size_t        heco_page_template_size;

#endif
