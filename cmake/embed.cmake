# cmake -DFROM=FILE -DTO=FILE.c -DNAME=name -DHEADER=header.h -P embed.cmake
# A file as a C array, without any tool but CMake.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n"
       bytes "${bytes}")
file(WRITE ${TO} "#include \"${HEADER}\"\n\nconst unsigned char ${NAME}[] = {\n${bytes}0};\n"
     "const size_t ${NAME}_size = sizeof ${NAME} - 1;\n")
