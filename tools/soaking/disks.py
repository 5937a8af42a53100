"""Disks that fill up, in a small tmpfs where that can be mounted, else by a limit on the size of files: one
clear line and the right exit code, nothing that was there is harmed, and with room again the search ends as it
would have."""
import ctypes
import json
import os
import resource
import shutil

from journal_reading import Journal, timeless
from soaking.benches import Bench
from soaking.episode import ANSWERS, Lost, Skipped, Wrong, must

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_REC_PRIVATE, MS_REMOUNT = 0x4000 | 0x40000, 0x20
PAGE = 4096
WRITTEN = ("annot write|cannot be (recorded|written|made)|could not be written|disk is full|No space left|"
           "too large")


class Disk:
    """A folder with little room: a file system of this process and its children alone, so that nothing is left
    mounted, or a plain folder and a limit on the size of each file."""

    def __init__(self, episode, room, always=False):
        self.episode, self.room = episode, room
        self.path = episode.work / "disk"
        self.path.mkdir()
        self.libc = ctypes.CDLL(None, use_errno=True)
        wanted = episode.chance.random() < 0.8 or always
        self.mounted = wanted and self.mount()
        if always and not self.mounted:
            raise Skipped("no tmpfs could be mounted")
        episode.count["tmpfs not possible"] += wanted and not self.mounted
        episode.count["full disks: tmpfs" if self.mounted else "full disks: file size limit"] += 1
        episode.count["full disks"] += 1

    def mount(self):
        """In a namespace of its own; who is not root needs one for users as well."""
        uid, gid = os.getuid(), os.getgid()
        if self.libc.unshare(CLONE_NEWNS if uid == 0 else CLONE_NEWNS | CLONE_NEWUSER) != 0:
            return False
        if uid != 0:
            for name, words in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")):
                with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                    file.write(words)
        return self.libc.mount(b"none", b"/", None, MS_REC_PRIVATE, None) == 0 and self.call(0, self.room)

    def call(self, flags, room):
        return self.libc.mount(b"soak", os.fsencode(self.path), b"tmpfs", flags, f"size={room}".encode()) == 0

    def limit(self):
        """For the child, before it begins."""
        if not self.mounted:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.room, resource.RLIM_INFINITY))

    def enlarge(self):
        self.room = 1 << 30
        must(not self.mounted or self.call(MS_REMOUNT, self.room), "the disk cannot be enlarged")

    def leftovers(self):
        return sorted(path.name for path in self.path.iterdir())

    def keep(self):
        """The file system goes with this process: a copy for whoever looks for the cause."""
        shutil.copytree(self.path, self.episode.work / "disk-copy", dirs_exist_ok=True)


def random_solve(episode, evals):
    chance = episode.chance
    return ["solve", f"cec2006:g{chance.randint(1, 24):02d}", "--evals", evals,
            "--algorithm", chance.choice(["auto", "heco-de", "rdex", "lshade44"]),
            "--seed", chance.randint(1, 999), "--no-lanes", "--json", "--quiet"]


def failed(episode, process, answer_too):
    """Exit code 1 and one line about the disk, and the answer where there is one."""
    process.wait()
    episode.one_line(process, 1, WRITTEN)
    if answer_too:
        try:
            json.loads(process.out)
        except ValueError:
            raise Wrong("a full disk has cost the answer") from None


def journal(episode):
    """The journal does not fit: the answer so far is printed, and the resume ends as the undisturbed solve."""
    words = random_solve(episode, episode.chance.choice([5000, 20000]))
    reference = episode.run([*words, "--journal", "whole"], codes=ANSWERS)
    whole = Journal.read(episode.work / "whole")
    episode.count["evaluations"] += whole.evaluated
    disk = Disk(episode, PAGE * max(2, int(len(whole.data) * episode.chance.uniform(0.02, 0.9)) // PAGE))
    try:
        more = episode.chance.choice([[], ["--backend", "threads", "--workers", "2"],
                                      ["--backend", "process", "--workers", "2"]])
        failed(episode, episode.start([*words, *more, "--journal", "disk/j"], before=disk.limit), True)
        half = Journal.read(disk.path / "j")
        must(half.begins(whole), "the journal on a full disk is not the beginning of the undisturbed one")
        failed(episode, episode.start(["resume", "disk/j", "--json", "--quiet"], before=disk.limit), True)
        again = Journal.read(disk.path / "j")
        must(again.begins(whole) and again.evaluated >= half.evaluated,
             "a resume on a full disk lost evaluations", Lost)
        disk.enlarge()
        process = episode.run(["resume", "disk/j", "--json", "--quiet"], codes=ANSWERS)
        episode.count["resumes"] += 2
        must(process.answer()["replayed"] == again.evaluated,
             "not all that was recorded came from the journal", Lost)
        must(timeless(process.answer()) == timeless(reference.answer()), "another answer after a full disk")
        must(Journal.read(disk.path / "j").same(whole), "another journal after a full disk")
    finally:
        disk.keep()


def database(episode):
    """The database does not fit."""
    plan = Bench(episode)
    plan.reference()
    size = (episode.work / "whole.db").stat().st_size
    disk = Disk(episode, PAGE * max(2, int(size * episode.chance.uniform(0.05, 0.8)) // PAGE))
    try:
        failed(episode, episode.start(plan.words("disk/runs.db", "--quiet"), before=disk.limit), False)
        seen = plan.stored("disk/runs.db") or 0
        disk.enlarge()
        if seen:
            plan.check_some("disk/runs.db", seen)
        plan.finish("disk/runs.db")
        plan.check_all("disk/runs.db")
    finally:
        disk.keep()


def fill(disk):
    """Nothing more fits."""
    with open(disk.path / "ballast", "wb", buffering=0) as file:
        try:
            while file.write(bytes(PAGE)):
                pass
        except OSError:
            pass


def output(episode):
    """What -o, --report or standard output write does not fit: the file that was there stays, none is left half."""
    chance = episode.chance
    evals = chance.choice([500, 3000])
    words = random_solve(episode, evals)
    what = chance.choice(["answer", "report", "points", "table", "page"])
    if what == "report":
        words = [*words, "--report", "disk/out"]
    elif what == "answer":
        words = [*words, "-o", "disk/out"]
    elif what == "points":
        (episode.work / "points.csv").write_text("".join(f"{13 + i / 99},{i / 99}\n" for i in range(4000)))
        words = ["eval", "cec2006:g06", "--points", "points.csv", "-o", "disk/out"]
    else:
        episode.run(["bench", "--suite", "cec2006", "--problems", "g06,g08", "--algorithms", "heco-de,rdex",
                     "--runs", "2", "--evals", "1000", "--db", "runs.db", "--quiet"])
        words = {"table": ["bench", "--dump", "all", "--db", "runs.db", "-o", "disk/out"],
                 "page": ["report", "--db", "runs.db", "-o", "disk/out"]}[what]
    disk = Disk(episode, PAGE * 2, always=what in ("answer", "report"))  # a limit would hold for all files alike
    try:
        there = chance.random() < 0.5
        if there:
            (disk.path / "out").write_text("precious")
        if disk.mounted:
            fill(disk)
        process = episode.start(words, before=disk.limit)
        failed(episode, process, what in ("answer", "report"))
        must(not there or (disk.path / "out").read_text() == "precious", "a file was harmed on a full disk", Lost)
        must(set(disk.leftovers()) <= {"out", "ballast"} and (there or not (disk.path / "out").exists()),
             f"left on a full disk: {disk.leftovers()}")
        disk.enlarge()
        (disk.path / "ballast").unlink(missing_ok=True)
        episode.run(words, codes=ANSWERS)
        must((disk.path / "out").stat().st_size > len("precious"), "nothing written though there is room")
    finally:
        disk.keep()


def scratch(episode):
    """The place for temporary files does not hold the journal behind --report."""
    words = [*random_solve(episode, 20000), "--report", "page.html"]
    alone = episode.run([w for w in words if w not in ("--report", "page.html")], codes=ANSWERS).answer()
    episode.count["evaluations"] += alone["evaluations"]
    disk = Disk(episode, PAGE * episode.chance.randint(1, 20), always=True)
    try:
        process = episode.start(words, env={"TMPDIR": str(disk.path)}, before=disk.limit)
        process.wait()
        episode.one_line(process, 1, WRITTEN)
        must(not disk.leftovers(), f"temporary files on a full disk: {disk.leftovers()}")
        disk.enlarge()
        process = episode.run(words, codes=ANSWERS, env={"TMPDIR": str(disk.path)})
        must(timeless(process.answer()) == timeless(alone), "another answer with --report")
    finally:
        disk.keep()


def standard(episode):
    """Standard output is full."""
    words = random_solve(episode, 2000)
    with open("/dev/full", "wb") as full:
        process = episode.start([*words, "--journal", "j"], out=full)
    episode.count["full disks"] += 1
    process.wait()
    episode.one_line(process, 1, WRITTEN)
    again = episode.run(["resume", "j", "--json", "--quiet"], codes=ANSWERS).answer()
    episode.count["resumes"] += 1
    episode.count["evaluations"] += again["evaluations"]
    must(again["replayed"] == again["evaluations"], "the journal is not complete though the search was", Lost)


def disk(episode):
    episode.chance.choices([journal, database, output, scratch, standard], [5, 4, 5, 1, 1])[0](episode)
