"""Benches into a database: killed and run again, two at once, in parts that are merged, watched and reported while
they write. Every stored run is in the end the one of an undisturbed bench, and none that was there goes away."""
import json
import signal
import sqlite3
import time

from soaking.episode import Lost, Skipped, must

SIGNALS = {"KILL": 6, "TERM": 2, "INT": 2, "HUP": 1, "stop": 2}
ALGORITHMS = "heco-de lshade44 auto rdex frofi cmode ma-es heco-de[lambda=25] sqp iude".split()


class Bench:
    """A random plan, and the rows that it has in the end."""

    def __init__(self, episode, most=40):
        if not episode.has("sqlite"):
            raise Skipped("built without SQLite")
        chance = self.chance = episode.chance
        self.episode = episode
        problems = chance.sample([f"g{i:02d}" for i in range(1, 19)], chance.randint(1, 4))
        algorithms = chance.sample(ALGORITHMS, chance.randint(1, 3))
        self.count = max(1, chance.randint(6, most) // (len(problems) * len(algorithms)))
        self.plan = ["bench", "--suite", "cec2006", "--problems", ",".join(problems),
                     "--algorithms", ",".join(algorithms), "--runs", self.count,
                     "--evals", chance.choice([2000, 5000, 15000]), "--seed", chance.randint(1, 999),
                     "--trace", chance.choice(["full", "coarse", "none"])]
        self.runs = self.count * len(problems) * len(algorithms)

    def words(self, db, *more):
        return [*self.plan, "--jobs", self.chance.randint(1, 3), "--db", db, *more]

    def dump(self, db):
        return self.episode.run(["bench", "--dump", "all", "--db", db]).out.splitlines()

    def reference(self):
        began = time.monotonic()
        self.episode.run(self.words("whole.db", "--quiet"))
        self.seconds = time.monotonic() - began
        self.rows = self.dump("whole.db")
        must(len(self.rows) == self.runs + 1, f"the undisturbed bench has {len(self.rows) - 1} of {self.runs} runs")
        self.episode.count["evaluations"] += self.runs * self.plan[self.plan.index("--evals") + 1]

    def stored(self, db):
        """Runs that are committed now, read without the command; None while nobody can read."""
        path = self.episode.work / db
        if not path.exists():
            return 0
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=0) as file:
                return file.execute("SELECT count(*) FROM run").fetchone()[0]
        except sqlite3.Error:
            return None

    def signal(self, process):
        """One signal after a random part of the time; whether it was to end the bench."""
        what = self.chance.choices(list(SIGNALS), SIGNALS.values())[0]
        time.sleep(self.chance.uniform(0, 0.6 * self.seconds) * self.chance.choice([0.1, 1]))
        if what == "stop":
            self.episode.stop_and_go_on(process)
        else:
            process.send(signal.Signals["SIG" + what])

    def check_some(self, db, least):
        """What is stored are rows of the undisturbed bench, and no fewer than were seen."""
        rows = self.dump(db)
        must(len(rows) - 1 >= least, f"{least} runs were stored, {len(rows) - 1} are left", Lost)
        strange = set(rows) - set(self.rows)
        must(not strange, f"runs that the undisturbed bench does not have: {' '.join(strange)[:300]}")
        return len(rows) - 1

    def check_all(self, db):
        must(self.dump(db) == self.rows, f"{db} differs from the undisturbed database")
        process = self.episode.run(["db", "check", db])
        must(f"{self.runs} runs verified" in process.out, f"db check: {process.out}")
        must(self.ranking("whole.db") == self.ranking(db), "another ranking")
        must(self.table("whole.db") == self.table(db), "other rows in the table of runs")
        left = [p.name for p in self.episode.work.glob(f"{db}-*")]
        must(not left, f"files beside the database: {left}")

    def ranking(self, db):
        words = ["rank", "--db", db, "--rule", "cec2006", "--format", "json", "--quiet"]
        return json.loads(self.episode.run(words).out)["rows"]

    def table(self, db):
        """The runs as SQLite has them, without numbers that depend on the order and without times."""
        with sqlite3.connect(self.episode.work / db) as file:
            return file.execute(
                "SELECT p.name, p.n, v.label, r.run, r.stream, r.options, r.stop, r.evals, r.failed, r.f, r.viol, "
                "r.evals_at_best, hex(r.x) FROM run r JOIN problem p ON p.id = r.problem "
                "JOIN variant v ON v.id = r.variant ORDER BY 1, 2, 3, 4").fetchall()

    def kill_once(self, db, *more):
        """One bench with a signal; whether it came to its end."""
        process = self.episode.start(self.words(db, *more))
        self.signal(process)
        seen = self.stored(db) or 0
        code = process.wait()
        must(code in (0, 130) or code < 0, f"exit code {code}: {process.err[-500:]}")
        if code == 130:
            must(process.sent, "interrupted by nobody")
            self.check_interrupted(process, db)
        if code != 0 and not (self.episode.work / db).exists() or self.stored(db) is None:
            return False  # before there was a database
        self.check_some(db, seen)
        return code == 0

    def check_interrupted(self, process, db):
        lines = [line for line in process.err.splitlines() if line.startswith("heco: interrupted: ")]
        must(len(lines) == 1, f"interrupted without saying so: {process.err[-500:]}")
        said = int(lines[0].split()[2])
        if (self.episode.work / db).exists():
            there = self.stored(db)
            must(there == said, f"{said} runs were said to be stored, {there} are", Lost)

    def finish(self, db, *more):
        self.episode.run(self.words(db, "--quiet", *more))
        self.episode.count["resumes"] += 1


def bench(episode):
    """Killed a few times, then left in peace."""
    plan = Bench(episode)
    plan.reference()
    for _ in range(episode.chance.randint(1, 5)):
        if plan.kill_once("killed.db"):
            break
        episode.count["resumes"] += 1
    plan.finish("killed.db")
    plan.check_all("killed.db")


def two(episode):
    """Two benches on one database: one writes, the other is refused; whoever is killed, the other can go on."""
    plan = Bench(episode)
    plan.reference()
    for _ in range(30):
        pair = [episode.start(plan.words("both.db", "--quiet"))]
        episode.pause(0.05)
        pair.append(episode.start(plan.words("both.db", "--quiet")))
        if episode.chance.random() < 0.6:
            plan.signal(episode.chance.choice(pair))
        seen = plan.stored("both.db") or 0
        for process in pair:
            code = process.wait()
            must(code in (0, 2, 130) or code < 0, f"exit code {code}: {process.err[-500:]}")
            if code == 2:
                episode.one_line(process, 2, r"another bench \(process \d+\) is writing|is locked|is being made")
                episode.count["second benches refused"] += 1
        if plan.stored("both.db") is not None and (episode.work / "both.db").exists():
            if plan.check_some("both.db", seen) == plan.runs:
                break
        episode.count["resumes"] += 1
    plan.finish("both.db")
    plan.check_all("both.db")


def parts(episode):
    """A job array: each part in its own file, some of them killed, merged in any order, the merge killed too."""
    plan = Bench(episode)
    plan.reference()
    number = episode.chance.randint(2, 4)
    for part in range(1, number + 1):
        share = ["--part", f"{part}/{number}"]
        if episode.chance.random() < 0.5:
            plan.kill_once(f"part{part}.db", *share)
        plan.finish(f"part{part}.db", *share)
    files = [f"part{part}.db" for part in range(1, number + 1)]
    episode.chance.shuffle(files)
    for _ in range(episode.chance.randint(0, 3)):
        process = episode.start(["db", "merge", "merged.db", *files])
        time.sleep(episode.chance.uniform(0, 0.03))
        process.send(episode.chance.choice([signal.SIGKILL, signal.SIGTERM]))
        process.wait()
        episode.count["resumes"] += 1
    episode.run(["db", "merge", "merged.db", *files])
    plan.check_all("merged.db")


# ---- readers ----

def read_once(episode, plan, seen):
    """One look at the database while a bench writes to it; how many runs there were."""
    what = episode.chance.choice(["report", "data", "rank", "dump", "watch", "check"])
    words = {"report": ["report", "--db", "live.db", "-o", "page.html"],
             "data": ["report", "--db", "live.db", "--data"],
             "rank": ["rank", "--db", "live.db", "--rule", "cec2006", "--format", "json", "--quiet"],
             "dump": ["bench", "--dump", "all", "--db", "live.db"], "watch": ["watch", "live.db", "--once"],
             "check": ["db", "check", "live.db"]}[what]
    process = episode.start(words)
    if episode.chance.random() < 0.2:
        time.sleep(episode.chance.uniform(0, 0.05))
        process.send(episode.chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        process.wait()
        return seen
    code = process.wait()
    must(code in (0, 2) and len(process.err.splitlines()) <= (code == 2 or what == "rank"),
         f"exit code {code}: {' '.join(process.words)}: {process.err[-500:]}")
    episode.count["looks"] += 1
    if code == 0 and what == "dump":
        rows = process.out.splitlines()
        must(set(rows) <= set(plan.rows), "a reader sees runs that the undisturbed bench does not have")
        must(len(rows) - 1 >= seen, f"a reader saw {seen} runs, then {len(rows) - 1}", Lost)
        return len(rows) - 1
    if code == 0 and what == "data":
        number = json.loads(process.out)["runs"]
        must(number >= seen, f"a reader saw {seen} runs, then {number}", Lost)
        return number
    return seen


def watch(episode):
    """Readers come, go and are killed while a bench writes: it ends as if there had been none."""
    plan = Bench(episode)
    plan.reference()
    writer = episode.start(plan.words("live.db", "--quiet"))
    episode.wait_for(writer, lambda: plan.stored("live.db"))
    serve = ["--serve"] if episode.has("microhttpd") and episode.chance.random() < 0.5 else []
    watcher = episode.start(["watch", "live.db", "--interval", "0.1", *serve])
    seen = 0
    while writer.running():
        seen = read_once(episode, plan, seen)
        if episode.chance.random() < 0.2:
            episode.stop_and_go_on(watcher)
    must(writer.wait() == 0, f"the bench was disturbed by readers: {writer.err[-500:]}")
    if serve or episode.chance.random() < 0.5:
        watcher.send(episode.chance.choice([signal.SIGTERM, signal.SIGINT, signal.SIGKILL]))
    code = watcher.wait()
    must(code == 0 or (code < 0 and -code in watcher.sent), f"watch ended with {code}: {watcher.err[-500:]}")
    plan.check_all("live.db")


def watch_solve(episode):
    """The same for a journaled solve."""
    chance = episode.chance
    words = ["solve", f"cec2006:g{chance.randint(1, 24):02d}", "--evals", chance.choice([20000, 60000]), "--seed",
             chance.randint(1, 999), "--quiet", "--json", "--algorithm", chance.choice(["auto", "heco-de", "rdex"])]
    alone = episode.run(words, codes=(0, 3)).answer()
    episode.count["evaluations"] += alone["evaluations"]
    writer = episode.start([*words, "--journal", "live"])
    episode.wait_for(writer, lambda: (episode.work / "live").exists())
    watcher, evals = episode.start(["watch", "live", "--interval", "0.1"]), 0
    while writer.running():
        process = episode.start(["report", "live", "--data"])
        if chance.random() < 0.3:
            process.send(chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        code = process.wait()
        if code == 0:
            now = json.loads(process.out)["evals"]
            must(evals <= now <= alone["evaluations"], f"a reader saw {evals} evaluations, then {now}", Lost)
            evals = now
            episode.count["looks"] += 1
        elif code > 0:
            episode.one_line(process, 2, "is empty|ended before its first batch|damaged|not a heco journal")
            must("damaged" not in process.err, f"a journal that is being written is called damaged: {process.err}")
    must(writer.wait() in (0, 3), f"the solve was disturbed by readers: {writer.err[-500:]}")
    answer = writer.answer()
    must(all(answer[key] == alone[key] for key in ("f", "x", "violation", "evaluations", "stop")),
         "another answer under watch")
    code = watcher.wait()
    must(code in (0, 1, 2), f"watch ended with {code}: {watcher.err[-500:]}")


def look(episode):
    (watch if episode.chance.random() < 0.65 else watch_solve)(episode)
