# What a release build promises of its files: addresses bound at the start and then read-only, no
# executable stack, checked stacks and string functions. hardened.sh FILE...
command -v readelf >/dev/null && command -v nm >/dev/null || { echo "no readelf or nm: skipped"; exit 77; }
code=0
lacks() { echo "$1 lacks $2"; code=1; }
for file in "$@"; do
    readelf -dW "$file" | grep -Eq 'BIND_NOW|FLAGS.*NOW' || lacks "$file" "-z now"
    readelf -lW "$file" | grep -q GNU_RELRO || lacks "$file" "-z relro"
    readelf -lW "$file" | grep GNU_STACK | grep -q 'RWE' && lacks "$file" "a stack that is not executable"
    readelf -dW "$file" | grep -E 'RPATH|RUNPATH' | grep -Eq '\[:|::|:\]|\[\]' &&
        lacks "$file" "a RUNPATH without empty elements, which mean the current folder"
    if [ "$(uname -m)" = x86_64 ] && command -v objdump >/dev/null; then
        [ "$(objdump -d --no-show-raw-insn "$file" | grep -c endbr64)" -gt 100 ] || lacks "$file" "-fcf-protection"
        case $file in # libheco has no stack frame of more than a page
            *heco_tools*) objdump -d --no-show-raw-insn "$file" | grep -q 'orq *\$0x0,(%rsp)' ||
                lacks "$file" "-fstack-clash-protection" ;;
        esac
    fi
    nm -D "$file" | grep -q '__stack_chk_fail' || lacks "$file" "-fstack-protector-strong"
    nm -D "$file" | grep -q '__snprintf_chk\|__vsnprintf_chk' || lacks "$file" "_FORTIFY_SOURCE"
done
exit $code
