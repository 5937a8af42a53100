# heco watch: what it says of running, killed and finished benches and solves, and its server.
. "$(dirname "$0")/common.sh"
has_python || exit 77

expect 0 "$heco" bench --suite cec2006 --problems g01,g04,g06 --algorithms lshade44 --runs 2 --evals 1000 --trace coarse --db "$work/runs.db" --quiet
expect 0 "$heco" watch "$work/runs.db" --once
says 'runs.db: not running'
says '^6 runs'
says '^cec2006 .*g01,g04,g06|^cec2006 .* lshade44 +6 '
# locked for longer than one look waits
if has_python && python3 -c 'import sqlite3' 2>/dev/null; then
    cp "$work/runs.db" "$work/locked.db"
    python3 - "$work/locked.db" "$work/holds" <<'PY' &
import sqlite3, sys, time
sql = sqlite3.connect(sys.argv[1], isolation_level=None)
sql.execute("BEGIN EXCLUSIVE")
open(sys.argv[2], "w").close()
time.sleep(4.5)
PY
    holder=$!
    await test -e "$work/holds"
    expect 0 "$heco" watch "$work/locked.db" --once
    says 'locked.db: not running'
    wait $holder
fi
expect 0 "$heco" watch "$work/runs.db" # nobody writes: one line, and the end
[ "$(wc -l <"$work/out")" -eq 1 ] || fail "not one line: $(cat "$work/out")"
expect 0 "$heco" solve cec2006:g06 --evals 2000 --quiet --journal "$work/j"
expect 0 "$heco" watch "$work/j" --once
says '2000 of 2000 evaluations'
says '^g06 with auto, seed 1$'
says '^best f -69[0-9.]+, violation 0, feasible from evaluation [0-9]+, 0 failed'
refused 1 'No such file' "$heco" watch "$work/none"
refused 2 'neither a results database' "$heco" watch "$0"
refused 1 'not a regular file' "$heco" watch "$work"
refused 2 'unexpected argument 80; usage: heco watch FILE' "$heco" watch "$work/j" 80
printf 'return { variables = { { "x", 0, 1 } }, minimise = function(x) return 0/0 end }\n' >"$work/none.lua"
"$heco" solve "$work/none.lua" --evals 20 --quiet --journal "$work/none.j" >/dev/null 2>&1
expect 0 "$heco" watch "$work/none.j" --once
says '^no evaluation with finite values yet, 20 failed'
expect 0 "$heco" watch "$work/none.j"
grep -q nan "$work/out" && fail "a search without a point: $(cat "$work/out")"
printf '\nheco-j1' >"$work/short"
refused 2 'is empty' "$heco" watch "$work/short"

# a bench that runs, and is killed: its plan is known while it runs
"$heco" bench --suite cec2006 --problems g01,g02 --algorithms lshade44 --runs 40 --evals 200000 --jobs 1 --db "$work/live.db" --quiet &
bench=$!
is_watched() { "$heco" watch "$work/live.db" --once >"$work/out" 2>/dev/null && grep -q ' of 80 runs' "$work/out"; }
await is_watched
says 'live.db: running'
says ' of 80 runs'
"$heco" watch "$work/live.db" --interval 0.2 >"$work/lines" &
watch=$!
await test -s "$work/lines"
kill -9 $bench
wait $bench 2>/dev/null
wait $watch || fail "watch did not end well after a kill"
tail -n 1 "$work/lines" | grep -q '^not running: ' || fail "the last line: $(tail -n 1 "$work/lines")"

# ---- the server ----
if ! "$heco" version | grep -q microhttpd; then
    refused 2 'needs libmicrohttpd' "$heco" watch "$work/j" --serve
    finish
fi
cp "$work/runs.db" "$work/served.db"
"$heco" watch "$work/served.db" --serve --interval 0.1 >"$work/address" 2>"$work/err" &
server=$!
await test -s "$work/address"
python3 - "$(head -n 1 "$work/address")" $server "$work/served.db" "$heco" <<'PY' || fail "the server, see above"
import http.client, json, os, re, socket, subprocess, sys, threading, time
address, pid, db, heco = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
port, token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", address).groups()
port = int(port)

def ask(path, method="GET", host=None, body=None, connection=None):
    c = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=200)
    c.putrequest(method, path, skip_host=True)
    c.putheader("Host", host or f"127.0.0.1:{port}")
    if body: c.putheader("Content-Length", str(len(body)))
    c.endheaders(body)
    answer = c.getresponse()
    text = answer.read()
    if not connection: c.close()
    return answer.status, text, answer

assert ask(f"/{token}/")[0] == 200 and b"heco-data" in ask(f"/{token}/")[1]
assert ask(f"/{token}/", host=f"localhost:{port}")[0] == 200
data = json.loads(ask(f"/{token}/data")[1])
assert data["kind"] == "bench" and data["runs"] == 6 and db.rsplit("/", 1)[0] not in json.dumps(data)

# clients that never finish their request do not keep others out
slow = []
for _ in range(100):
    slow.append(socket.create_connection(("127.0.0.1", int(port))))
    slow[-1].sendall(b"GET / HT")
assert ask(f"/{token}/")[0] == 200
for s in slow: s.close()
# nor do clients that send a byte now and then, which are never silent, as many as the server takes
slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(600)]
for s in slow: s.sendall(b"GET / HTTP/1.1\r\nX-")
def drip():
    while True:
        time.sleep(1)
        for s in slow:
            try: s.sendall(b"a")
            except OSError: pass
threading.Thread(target=drip, daemon=True).start()
time.sleep(1)
assert ask(f"/{token}/")[0] == 200
for s in slow: s.close()
# other hosts, paths, tokens and methods are refused
for host in ("example.com", f"example.com:{port}", "127.0.0.1", f"127.0.0.1:{port}.example.com", f"[::1]:{port}"):
    assert ask(f"/{token}/data", host=host)[0] == 403, host
for path in ("/", "/data", f"/{token}", f"/{token}/x", f"/{token}/../{db}", f"/{token}/%2e%2e/etc/passwd", f"/{'0' * 32}/data",
             f"/{token[:-1]}/data", f"/{token}/data/", f"//{token}/data", "/" + "a" * 5000):
    assert ask(path)[0] in (404, 414, 431), path
for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "HEAD"):
    assert ask(f"/{token}/data", method)[0] in (405, 400), method
assert ask(f"/{token}/data", "POST", body=b"x" * 100000)[0] == 405
headers = ask(f"/{token}/")[2].headers
assert headers["X-Frame-Options"] == "DENY" and headers["Cache-Control"] == "no-store"
assert "Access-Control-Allow-Origin" not in headers

# loopback only
listening = [line.split() for line in open("/proc/net/tcp").read().splitlines()[1:]]
assert [l[1] for l in listening if l[3] == "0A" and l[1].endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]
assert not [l for l in open("/proc/net/tcp6").read().splitlines()[1:] if f":{port:04X}" in l.split()[1]]

# 10000 requests, some of them cut short: no growth in memory or descriptors
def memory(): return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{pid}/status").read()).group(1))
def files(): return len(os.listdir(f"/proc/{pid}/fd"))
def many(count):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=200)
    for i in range(count):
        path = (f"/{token}/data", f"/{token}/events", f"/{token}/", "/nothing")[i % 4]
        assert ask(path, connection=c)[0] in (200, 404)
        if i % 50 == 0:
            s = socket.create_connection(("127.0.0.1", port))
            s.sendall(b"GET / HT" if i % 100 else f"GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            s.close()
    c.close()
many(1000)
time.sleep(0.5)
before = memory(), files()
many(9000)
for _ in range(200): # connections that were cut short end with their time limit
    time.sleep(0.5)
    after = memory(), files()
    if after[1] <= before[1]: break
checked = "libasan" in open(f"/proc/{pid}/maps").read() # which keeps what is freed for a while
assert (checked or after[0] < before[0] + 2000) and after[1] <= before[1] + 1, (before, after)
print(f"10000 requests: {before[0]} kB before, {after[0]} kB after; descriptors {before[1]}, {after[1]}")

# new runs are announced; a deleted file leaves what was there
def event(last): return ask2(f"/{token}/events", last)
def ask2(path, last):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=200)
    c.request("GET", path, headers={"Last-Event-ID": last})
    text = c.getresponse().read().decode()
    c.close()
    return text
first = re.search(r"id: (\d+)", ask(f"/{token}/events")[1].decode()).group(1)
assert "data:" not in event(first)
subprocess.run([heco, "bench", "--suite", "cec2006", "--problems", "g01,g04,g06", "--algorithms", "lshade44", "--runs", "3",
                "--evals", "1000", "--trace", "coarse", "--db", db, "--quiet"], check=True, stdout=subprocess.DEVNULL)
for _ in range(1000):
    if "data:" in event(first) and json.loads(ask(f"/{token}/data")[1])["runs"] == 9: break
    time.sleep(0.1)
assert json.loads(ask(f"/{token}/data")[1])["runs"] == 9
taken = subprocess.run([heco, "watch", db, "--serve", str(port)], capture_output=True, text=True, timeout=300)
assert taken.returncode == 1 and "cannot be used" in taken.stderr, taken
os.remove(db)
time.sleep(0.5) # several looks at the file
assert json.loads(ask(f"/{token}/data")[1])["runs"] == 9
PY
kill -TERM $server
wait $server || fail "the server did not end well: $(cat "$work/err")"
grep -q '^gone' "$work/address" || fail "a deleted file goes unnoticed: $(cat "$work/address")"
finish
