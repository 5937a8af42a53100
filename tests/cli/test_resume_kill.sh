# Ten kills of a journaled solve; tools/journal_kill_test.sh does as many as one likes.
exec bash "$(dirname "$0")/../../tools/journal_kill_test.sh" "$1" 10
