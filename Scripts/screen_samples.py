"""Makes the samples that the pictures show, always with the same bytes. All names are invented."""
import contextlib
import csv
import datetime
import json
import os
import pathlib
import random
import sqlite3
import subprocess

START = datetime.datetime(2026, 11, 22, 6, 0, 0, 0, datetime.timezone.utc)
PLACES = ["Lundvik", "Saltholm", "Norrby", "Brannskär", "Ekhamn"]
MESSAGES = 40 * ["INFO  GET /crossings/{place} 200 {n} ms"] + 16 * ["INFO  POST /tickets 201 {n} ms"] + 6 * [
    "DEBUG cache: {many} entries, {n} MB", "DEBUG tide table of {place} is still good",
    "INFO  GET /crossings?from={place}&to={other}&date=2026-12-24&seats={n}&bicycles=2&dogs=1&return=2026-12-27"
    "&language=sv 200 {n} ms", "INFO  the ferry of {place} has left, {n} aboard",
    "WARN  GET /tickets/{many} 404 2 ms"] + 2 * [
    "WARN  {place} does not answer; trying again in 2 s",
    "ERROR POST /payments 502: the bank closed the connection after {n} ms",
    "ERROR cannot book {other}: timetable.Full\n    at timetable.Deck.reserve (deck.ts:{n})\n"
    "    at tickets.Desk.sell (desk.ts:41)\n    at web.post (web.ts:118)"]


def write_log(file: pathlib.Path, lines: int = 12_000):
    """Writes a log of some hours, in which some records have several lines."""
    draw, time, found = random.Random(24), START, []
    while len(found) < lines:
        time += datetime.timedelta(milliseconds=draw.randrange(20, 7_000))
        text = draw.choice(MESSAGES).format(
            place=draw.choice(PLACES), other=draw.choice(PLACES), n=draw.randrange(2, 90),
            many=draw.randrange(1_000, 9_999))
        found += f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond // 1_000:03} {text}".split("\n")
    file.write_text("\n".join(found[:lines]) + "\n")


DEEDS = 20 * ["INFO  crossing.Tickets - sold {n} seats to {place}"] + 8 * [
    "DEBUG crossing.Tides - table of {place} is still good", "INFO  crossing.Ferry - {n} aboard for {place}"] + 3 * [
    "WARN  crossing.Tickets - {place} answers slowly: {many} ms",
    "ERROR crossing.Payments - no answer from the bank\n"
    "java.io.IOException: connection closed after {many} ms\n"
    "\tat crossing.bank.Line.read(Line.java:{n})\n\tat crossing.Payments.take(Payments.java:41)\n\t... 7 more"]


def write_application_log(file: pathlib.Path, count: int = 2_000):
    """Writes a log in the form of logback, in which some records have stack traces."""
    draw, time, found = random.Random(43), START, []
    for _ in range(count):
        time += datetime.timedelta(milliseconds=draw.randrange(20, 9_000))
        text = draw.choice(DEEDS).format(
            place=draw.choice(PLACES), n=draw.randrange(2, 90), many=draw.randrange(1_000, 9_999))
        level, rest = text[:6], text[6:]
        clock = f"{time:%Y-%m-%d %H:%M:%S}.{time.microsecond // 1_000:03}"
        found.append(f"{clock} [exec-{draw.randrange(1, 9)}] {level}{rest}")
    file.write_text("\n".join(found) + "\n")


def write_document(file: pathlib.Path):
    """Writes a JSON document that is not a list."""
    ferries = {name: {"seats": seats, "bicycles": seats // 12, "built": built, "routes": routes, "retired": None}
               for name, seats, built, routes in [
                   ("Havsörn", 148, 1987, ["Lundvik", "Saltholm"]), ("Tärnan", 96, 2004, ["Norrby", "Ekhamn"]),
                   ("Måsen", 240, 2019, ["Lundvik", "Norrby", "Brannskär"])]}
    document = {"harbour": "Lundvik", "open": True, "position": [57.7089, 11.9746],
                "tides": {"high": "06:12", "low": "12:31", "source": "https://tides.example/lundvik"},
                "ferries": ferries, "languages": ["sv", "en", "fi"]}
    file.write_text(json.dumps(document, ensure_ascii=False) + "\n")


# The environment of git, without the configuration of the user and of the system.
CLEAN = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FIRST = '''"""Who may come aboard."""

SEATS = 120


def free(taken):
    return SEATS - taken


def greet(name):
    print("Welcome aboard, " + name)
'''
SECOND = FIRST.replace("SEATS = 120", "SEATS = 148\nBICYCLES = 12")
THIRD = SECOND.replace(
    "    return SEATS - taken", '    """Seats that nobody has booked."""\n    return max(0, SEATS - taken)').replace(
    '"Welcome aboard, " + name', 'f"Välkommen ombord, {name}! ようこそ"')
README = "# Ferry\n\nTickets for the crossing.\n"
CHANGED = README.replace("crossing", "crossing, and for bicycles")
COMMITS = [("Sell the first ticket", "Ada Lindqvist", FIRST, README),
           ("Count bicycles", "Bo Nyström", SECOND, CHANGED),
           ("Never have less than no seat\n\nWhoever books twice must not make the number of free seats negative.\n"
            "The greeting is in the languages of the ports.", "Ada Lindqvist", THIRD, CHANGED)]


def make_repository(folder: pathlib.Path):
    """Makes a git repository with three commits."""
    folder.mkdir()

    def git(*arguments: str, **more: str):
        subprocess.run(["git", *arguments], cwd=folder, env=CLEAN | more, check=True)

    git("init", "-q", "-b", "main")
    for day, (message, name, code, text) in enumerate(COMMITS):
        (folder / "aboard.py").write_text(code)
        (folder / "README.md").write_text(text)
        git("add", ".")
        date = f"{(START + datetime.timedelta(days=day)).timestamp():.0f} +0000"
        facts = {"NAME": name, "EMAIL": name.split()[0].lower() + "@ferry.example", "DATE": date}
        who = {f"GIT_{role}_{fact}": facts[fact] for role in ("AUTHOR", "COMMITTER") for fact in facts}
        git("commit", "-q", "-m", message, **who)


ENTRIES = {"access.log": 48_213_004, "access.log.1.gz": 3_190_442, "crossings.sqlite": 7_340_032, "empty": 0,
           "notes on the winter timetable, second draft with the remarks of all captains.md": 18_233,
           "tide.csv": 912_004, "timetable.json": 40_960, "乗船名簿.txt": 2_048, "Ölstånd.txt": 731}


def make_folder(folder: pathlib.Path):
    """Makes a folder with files, folders and links; the files are sparse."""
    folder.mkdir()
    for name, size in ENTRIES.items():
        with open(folder / name, "wb") as file:
            file.truncate(size)
    for name in ("archive", "maps"):
        (folder / name).mkdir()
    (folder / "current.log").symlink_to("access.log")
    (folder / "gone").symlink_to("nowhere")
    for days, entry in enumerate(sorted(folder.iterdir())):
        time = (START - datetime.timedelta(days=7 * days, minutes=13 * days)).timestamp()
        os.utime(entry, (time, time), follow_symlinks=False)


SERVICES = ["ferry", "harbour", "tides", "tickets"]
ROUTES = ["/crossings", "/crossings/17", "/tides/today", "/tickets", "/health"]


def write_records(lines: pathlib.Path, table: pathlib.Path, count: int = 4_000):
    """Writes the same requests as lines of JSON and as a CSV table."""
    with open(lines, "w") as objects, open(table, "w", newline="") as rows:
        writer = csv.writer(rows)
        writer.writerow(["time", "service", "status", "ms", "route", "passengers", "note"])
        for number in range(count):
            time = (START + datetime.timedelta(milliseconds=977 * number)).strftime("%H:%M:%S.%f")[:-3]
            status = (200, 200, 201, 200, 404, 200, 503)[number * number % 7]
            level = "error" if status > 499 else "warn" if status > 399 else "info"
            milliseconds = round(1.7 * (number * 37 % 101) + 0.4, (1, 2, 0)[number % 3])
            service, route = SERVICES[number * 5 % 4], ROUTES[number * 7 % 5]
            record = {"time": time, "level": level, "service": service, "status": status, "ms": milliseconds,
                      "request": {"method": "POST" if status == 201 else "GET", "route": route},
                      "user": None if number % 3 else "inês", "cached": number % 4 == 0}
            objects.write(json.dumps(record, ensure_ascii=False) + "\n")
            note = ("", "late, by fog", 'said "full"', "")[number % 4]
            writer.writerow([time, service, status, milliseconds, route, number * 31 % 400, note])


def write_records_of_log(path: pathlib.Path, count: int = 4_000):
    """Writes the log of a program, a JSON object on each line; some objects contain an error with its stack."""
    with open(path, "w") as lines:
        for number in range(count):
            time = START + datetime.timedelta(milliseconds=977 * number)
            level = "error" if number % 11 == 4 else "warn" if number % 7 == 5 else "info"
            service, route = SERVICES[number * 5 % 4], ROUTES[number * 7 % 5]
            record = {"time": time.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z", "level": level,
                      "msg": {"info": "boarding", "warn": "late", "error": "no answer from the pier"}[level],
                      "service": service, "route": route, "passengers": number * 31 % 400,
                      "request": {"id": number, "method": "GET", "headers": {"accept": "*/*", "via": "harbour"}}}
            if level == "error":
                record["error"] = {"kind": "Timeout", "stack": "\n".join(
                    f"at {name} (ferry/{name.split('.')[0].lower()}.ts:{number % 90 + line})"
                    for line, name in enumerate(["Pier.call", "Route.board", "Ferry.depart", "Clock.tick"]))}
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")


FERRIES = ["Havsörn", "Tärnan", "Måsen", "Gudingen", "Alfågeln"]


def crossing(number: int) -> dict:
    """Returns a crossing of a ferry, which depends only on the number."""
    draw, time = random.Random(number), START + datetime.timedelta(minutes=17 * number)
    start, end = draw.sample(PLACES, 2)
    return {"id": number, "departs": f"{time:%Y-%m-%d %H:%M}", "from": start, "to": end, "ferry": draw.choice(FERRIES),
            "seats": draw.randrange(1, 241), "captain": draw.choice(["Ada Lindqvist", "Bo Nyström", "Inês Duarte"])}


def write_database(file: pathlib.Path, count: int = 5_000):
    """Writes the crossings as a table of an SQLite database."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute('create table crossings (id integer primary key, departs, "from", "to", ferry, seats, captain)')
        database.executemany("insert into crossings values (?, ?, ?, ?, ?, ?, ?)",
                             (list(crossing(number).values()) for number in range(1, count + 1)))
        database.execute("create index crossings_by_seats on crossings (seats)")
        database.commit()


def make(folder: pathlib.Path):
    """Makes all samples in a new folder."""
    folder.mkdir()
    write_log(folder / "server.log")
    write_records(folder / "access.jsonl", folder / "crossings.csv")
    write_records_of_log(folder / "ferry.jsonl")
    write_application_log(folder / "app.log")
    write_document(folder / "harbour.json")
    write_database(folder / "ferries.db")
    make_repository(folder / "ferry")
    make_folder(folder / "harbour")
