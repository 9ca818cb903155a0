#!/usr/bin/env python3
"""
Checks what Fettle records without any code of Fettle: a file of `fettle proof`, the verification file of an evidence pack
(also where it is still attached to the PDF), and signed heads. It needs Python 3.8 or newer and nothing else.

    python3 verify.py ledger.ndjson [head.json ...] [--key ID ...]
    python3 verify.py evidence-00213.pdf [--key ID ...]

It exits with 0 if everything holds, 1 if something does not, and 2 if it cannot read a file. The format is described in
docs/proof.md; the sections named below are those of that document.
"""

import argparse
import base64
import datetime
import decimal
import hashlib
import json
import re
import sys
import zlib


class Broken(Exception):
    """What does not hold, as a sentence without its place."""


#: What reading a file that is not well-formed can raise.
MALFORMED = (Broken, KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


def require(holds, why):
    if not holds:
        raise Broken(why)


def sha256(*pieces):
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode("utf-8") for p in pieces)).hexdigest()


def from_hex(text):
    require(re.fullmatch("([0-9a-f]{2})*", text), "a hash, digest or salt is not in lower-case hex")
    return bytes.fromhex(text)


# --- Section 1: canonical JSON (RFC 8785) ---


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return canonical_number(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(one) for one in value) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"


def canonical_number(number):
    """As ECMAScript writes a number: the shortest digits that give it back."""
    try:
        number = float(number)
    except OverflowError:
        number = float("inf")
    require(number - number == 0, "a number is out of range")
    if number == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(number)).as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    point = len(text) + exponent
    text = text.rstrip("0")
    if len(text) <= point <= 21:
        text += "0" * (point - len(text))
    elif 0 < point <= 21:
        text = text[:point] + "." + text[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + ("." + text[1:] if len(text) > 1 else "") + "e%+d" % (point - 1)
    return "-" * sign + text


# --- Section 2: keys and signatures. Ed25519 by RFC 8032, in extended coordinates ---

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(times, point):
    sum_ = (0, 1, 1, 0)
    while times:
        if times & 1:
            sum_ = add(sum_, point)
        point = add(point, point)
        times >>= 1
    return sum_


def encode(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def ed25519_holds(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    number = int.from_bytes(public, "little")
    y, sign = number & (2**255 - 1), number >> 255
    x = recover_x(y, sign)
    s = int.from_bytes(signature[32:], "little")
    if x is None or s >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    negative = (P - x, y, 1, (P - x) * y % P)
    return encode(add(multiply(s, BASE), multiply(challenge, negative))) == signature[:32]


def from_base64url(text):
    require(isinstance(text, str) and re.fullmatch(r"[A-Za-z0-9_-]+", text), "a key or signature is not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_id(public_key):
    digest = hashlib.sha256(canonical(public_key).encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def check_signature(statement, public_key, signature, keys):
    """`keys` are the ids to trust; none means that the reader has to compare them."""
    require(set(public_key) == {"kty", "crv", "x"} and public_key["crv"] == "Ed25519", "the key is not an Ed25519 key")
    require(key_id(public_key) == statement["keyId"], "the id is not that of the key")
    signed = ed25519_holds(from_base64url(public_key["x"]), canonical(statement).encode(), from_base64url(signature))
    require(signed, "the signature is not valid")
    require(not keys or statement["keyId"] in keys, "it was signed by the key %s, which is not trusted" % statement["keyId"])


# --- Section 3: digests of data ---

ERASED = "[erased]"
SALTS = re.compile(r"[0-9a-f]{32}(\|[A-Za-z0-9.]+=([0-9a-f]{32}|[0-9a-f]{64}))*")


def is_form_2(digest):
    return len(digest) == 66 and digest.startswith("02")


def text_at(data, path):
    for name in path.split("."):
        if isinstance(data, list) and re.fullmatch(r"0|[1-9]\d*", name) and int(name) < len(data):
            data = data[int(name)]
        elif isinstance(data, dict) and name in data:
            data = data[name]
        else:
            return None
    return data if isinstance(data, str) else None


def without_texts(data, paths, at=""):
    if at in paths:
        return ERASED
    if isinstance(data, list):
        return [without_texts(one, paths, under(at, place)) for place, one in enumerate(data)]
    if isinstance(data, dict):
        return {name: without_texts(one, paths, under(at, name)) for name, one in data.items()}
    return data


def under(at, name):
    return "%s.%s" % (at, name) if at else str(name)


def digest_form_1(salt, data):
    return sha256(from_hex(salt), canonical(data))


def check_form_2(digest, salt, data):
    """The paths of the texts that were erased."""
    text = from_hex(salt).decode("ascii", "replace")
    require(SALTS.fullmatch(text), "its salts are not well-formed")
    rest, *others = text.split("|")
    seals = [one.split("=") for one in others]
    paths = [path for path, _ in seals]
    require(len(set(paths)) == len(paths), "two of its salts are of one text")
    hashed = "fettle|2|" + sha256(from_hex(rest), canonical(without_texts(data, paths)))
    erased = []
    for path, seal in seals:
        found = text_at(data, path)
        require(found is not None, "a text is missing")
        if len(seal) == 64:
            require(found == ERASED, "a text stands in place of an erased one")
            erased.append(path)
        else:
            seal = sha256(from_hex(seal), "%s=%s" % (path, found))
        hashed += "|%s=%s" % (path, seal)
    require("02" + sha256(hashed) == digest, "its data was altered")
    return erased


# --- Section 4: erasures. The fields of each type of event that may be erased ---

ERASABLE = {
    "JobCreated": ["apartmentName", "tasks.description"],
    "JobReferred": ["workOrder", "agency", "receivedBy"],
    "JobSiteChanged": ["apartmentName"],
    "TaskAdded": ["description"],
    "TaskDescribed": ["description"],
    "JobInvoiced": ["invoice"],
    "InvoiceSent": ["sentTo"],
    "EvidenceSent": ["sentTo", "message"],
    "JobScheduled": ["access"],
    "NoteAdded": ["note"],
    "ImageAdded": ["src", "description"],
    "ImageDescribed": ["description"],
    "ArrivalTimeChanged": ["reason"],
    "LeavingTimeChanged": ["reason"],
    "NoAccessReported": ["note", "position"],
    "PhotosLeftOut": ["reason"],
    "HazardReported": ["reportedBy", "words"],
    "DeadlineMet": ["note"],
    "DutyExplained": ["reason"],
    "StayOffered": ["note"],
    "SummaryWritten": ["found", "work", "stay", "contact"],
    "SummarySent": ["sentTo"],
    "SignatureGiven": ["name", "strokes"],
    "TimeCorrected": ["reason"],
    "PartAdded": ["name", "reference", "site", "jobId", "category", "link", "notes"],
    "PartChanged": ["name", "reference", "site", "jobId", "category", "link", "notes"],
    "TodoAdded": ["text"],
    "ViewSaved": ["name", "search", "agency"],
    "SharedViewSaved": ["name", "search", "agency"],
    "AttachmentAdded": ["src", "name"],
    "AttachmentShared": ["src", "name"],
    "OfficeAttachmentAdded": ["src", "name"],
    "PapersSet": ["tradingName", "address", "telephone", "email"],
    "LogoSet": ["src"],
    "InvoicingSet": ["vatNumber", "bankDetails"],
    "MemberDetailsSet": ["fullName", "initials", "telephone"],
    "SiteAdded": ["name"],
    "SiteNamed": ["name"],
    "SiteAddressSet": ["address", "postcode"],
    "SiteAccessSet": ["access", "keys", "parking", "stopcock"],
    "SiteBuildingSet": ["called"],
    "SiteNoted": ["notes"],
    "SiteAgencySet": ["agency"],
    "SiteTenantSet": ["name", "telephone"],
    "SiteTenantEmailSet": ["email"],
    "SiteContactSet": ["name", "telephone", "email"],
    "SiteMerged": ["called"],
    "SiteMergeUndone": ["called"],
    "SiteKeptApart": ["called"],
    "SiteLocated": ["latitude", "longitude"],
    "SiteFileShared": ["src", "name"],
    "OfficeSiteFileAdded": ["src", "name"],
    "TenantLinkSent": ["sentTo"],
    "OtherTimesAsked": ["message"],
    "RepairReported": ["place", "words", "name", "telephone", "email"],
    "ReportPhotoAdded": ["src"],
    "ReportClosed": ["answer"],
    "JobOfRecurringWork": ["title"],
    "RecurringWorkSetUp": ["title", "tasks.description", "called"],
    "RecurringWorkChanged": ["title", "tasks.description", "called"],
}


def is_erasable(event_type, path):
    return re.sub(r"[.][0-9]+", "", path) in ERASABLE.get(event_type, [])


def check_data(event, erasures):
    """`erasures` are those recorded of this event, oldest first."""
    told = [path for one in erasures for path in one["texts"]]
    later = all(one["by"] > event["seq"] for one in erasures)
    if is_form_2(event["digest"]):
        erased = check_form_2(event["digest"], event["salt"], event["data"])
        require(later and sorted(told) == sorted(erased), "texts are gone without a recorded erasure, or stand after one")
        return
    computed = digest_form_1(event["salt"], event["data"])
    if computed == event["digest"] and len(event["salt"]) == 32:
        require(not erasures, "texts stand after a recorded erasure")
        return
    remains = erasures and later and erasures[-1]["remains"] == computed
    lawful = all(one["texts"] for one in erasures) and len(set(told)) == len(told)
    fits = all(is_erasable(event["type"], path) and text_at(event["data"], path) == ERASED for path in told)
    require(remains and lawful and fits, "its data was altered")


# --- Section 5: the hash of an event ---


def milliseconds(instant):
    found = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z", instant)
    require(found, "a time is not one of Fettle's")
    since = datetime.datetime.fromisoformat(found[1]) - datetime.datetime(1970, 1, 1)
    return since // datetime.timedelta(milliseconds=1)


def event_hash(previous, event):
    fields = [event[name] for name in ("companyId", "seq", "stream", "streamId", "version", "type", "schema")]
    fields += ["" if event.get(name) is None else event[name] for name in ("number", "actorId")]
    fields += [event["actorRole"], milliseconds(event["happenedAt"]), milliseconds(event["recordedAt"])]
    fields += [event["clock"], event["commandId"], event["ordinal"]]
    return sha256(from_hex(previous), "|".join(map(str, fields)), from_hex(event["digest"]))


# --- Sections 6 to 8: a company's ledger, its signed heads and their log, in a file of `fettle proof` ---

FIRST_HASH = "00" * 32


class Ledger:
    """One company's events, checked from the first as they are read."""

    def __init__(self, line, erasures, saved):
        self.company, self.head, self.erasures = line["companyId"], line["head"], erasures
        self.seq, self.hash, self.number, self.versions, self.fault = 0, FIRST_HASH, 0, {}, None
        self.heads = [one["head"] for one in saved if one["head"]["companyId"] == self.company]
        self.had = {one["seq"]: None for one in self.heads}

    def add_head(self, head):
        self.heads.append(head)
        self.had[head["seq"]] = None

    def add_event(self, event):
        if self.fault:
            return
        try:
            self.check(event)
        except MALFORMED as error:
            self.fault = "seq %d is not as recorded: %s" % (self.seq + 1, described(error))

    def check(self, event):
        require(event["companyId"] == self.company and event["seq"] == self.seq + 1, "the event is missing")
        check_data(event, self.erasures.get(event["seq"], []))
        require(event_hash(self.hash, event) == event["hash"], "the event or its position was altered")
        version = self.versions.get(event["streamId"], 0) + 1
        require(event["version"] == version, "it is not the next event of its stream")
        require(event.get("number") in (None, self.number + 1), "its job number is not the next one")
        self.seq, self.hash, self.number = event["seq"], event["hash"], event.get("number") or self.number
        self.versions[event["streamId"]] = version
        if self.seq in self.had:
            self.had[self.seq] = self.hash

    def faults(self):
        """After the last event: every fault, with its position."""
        if self.head is None and self.seq == 0:
            yield "%s: there are signed heads of this company, but its ledger is gone." % self.company
            return
        if not self.fault:
            end = {"seq": self.seq, "hash": self.hash, "lastNumber": self.number}
            if {name: (self.head or {}).get(name) for name in end} != end:
                self.fault = "seq %d: the head of the ledger is missing or altered, or the end was cut off" % self.seq
        if self.fault:
            yield "%s: %s." % (self.company, self.fault)
        for head in self.heads:
            had, place = self.had[head["seq"]], "%s: seq %d" % (self.company, head["seq"])
            if had is None:
                yield "%s was signed on %s, but the valid ledger ends before it." % (place, head["signedAt"])
            elif had != head["hash"]:
                yield "%s was signed on %s with another hash: the history up to there was rewritten." % (place, head["signedAt"])


def check_head(signed, keys):
    require(set(signed) == {"head", "publicKey", "signature"}, "this is not a signed head")
    require(signed["head"]["type"] == "fettle-ledger-head", "this is not a signed head")
    log = signed["head"].get("log", {"place": 1, "companies": 1, "previous": ""})
    require(isinstance(log["place"], int) and isinstance(log["companies"], int), "its place in the log is not well-formed")
    check_signature(signed["head"], signed["publicKey"], signed["signature"], keys)


def log_faults(heads, end, companies):
    """Section 7: whether the heads of all companies follow one another up to the end of the log."""
    last, place = None, 0
    for head in sorted(heads, key=lambda one: one["log"]["place"]):
        log, place = head["log"], place + 1
        if log["place"] != place:
            yield "log of signed heads: head %d is missing." % place
            return
        if log["previous"] != (sha256(canonical(last)) if last else FIRST_HASH):
            yield "log of signed heads: head %d does not follow the one before it." % place
            return
        if last and log["companies"] < last["log"]["companies"]:
            yield "log of signed heads: head %d counts fewer companies than the one before it." % place
            return
        last = head
    if (end or {"place": 0, "digest": FIRST_HASH}) != {"place": place, "digest": sha256(canonical(last)) if last else FIRST_HASH}:
        yield "log of signed heads: it does not end where the noted end is: head %d is missing, or the end was altered." % (place + 1)
    elif last and last["log"]["companies"] > companies:
        yield "log of signed heads: %d companies had a ledger at head %d, and %d have now." % (last["log"]["companies"], place, companies)


def erasures_in(path):
    """The recorded erasures: company -> seq -> [{by, texts, remains}]. They follow what they erase, so they are read first."""
    found = {}
    for line in lines_of(path):
        if '"EventErased"' not in line:
            continue
        event = json.loads(line)
        if (event.get("type"), event.get("stream"), event.get("actorRole")) != ("EventErased", "company", "owner"):
            continue
        for one in event["data"]["events"]:
            require(isinstance(one["texts"], list) and isinstance(one["remains"], str), "an erasure is not well-formed")
            of_company = found.setdefault(event["companyId"], {})
            of_company.setdefault(one["seq"], []).append({**one, "by": event["seq"]})
    return found


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        yield from file


def check_ledgers(path, saved, keys):
    """Yields each fault of a file of `fettle proof`, then what was checked."""
    erasures = erasures_in(path)
    ledgers, count, end, signers = [], {"companies": 0, "events": 0, "signedHeads": 0}, None, set()
    log, log_end, has_log = [], None, False
    for number, text in enumerate(lines_of(path), 1):
        line = json.loads(text)
        kind = line.pop("line")
        require(end is None and (kind == "ledger") == (number == 1), "line %d does not belong there" % number)
        if kind == "ledger":
            require(line["form"] == 1, "this verifier does not know form %s of the file" % line["form"])
        elif kind == "installation":
            log_end, has_log = line["end"], True
        elif kind == "company":
            count["companies"] += 1
            ledgers.append(Ledger(line, erasures.get(line["companyId"], {}), saved))
        elif kind == "signed-head":
            count["signedHeads"] += 1
            try:
                head = line["signed"]["head"]
                check_head(line["signed"], keys)
                require(head["companyId"] == ledgers[-1].company, "it is of another company")
                signers.add(head["keyId"])
                ledgers[-1].add_head(head)
                log += [head] if "log" in head else []
            except MALFORMED as error:
                yield "%s: signed head in line %d: %s." % (ledgers[-1].company, number, described(error))
        elif kind == "event":
            count["events"] += 1
            ledgers[-1].add_event(line)
        elif kind == "end":
            end = line
        else:
            raise Broken("line %d is of an unknown kind, %s" % (number, kind))
    for ledger in ledgers:
        yield from ledger.faults()
    if has_log:
        yield from log_faults(log, log_end, sum(1 for ledger in ledgers if ledger.seq > 0))
    if end != count:
        yield "the file is cut off or lines are missing: it has %s and should have %s." % (count, end)
    companies = {ledger.company for ledger in ledgers}
    for one in saved:
        if one["head"]["companyId"] not in companies:
            yield "%s: there is a signed head of this company, but not its ledger." % one["head"]["companyId"]
    note("%(companies)d companies, %(events)d events, %(signedHeads)d signed heads in the file" % count)
    if not has_log:
        note("The file is of one company, so the log of all signed heads was not checked")
    if not saved:
        note("Compared with no head from outside this file: see section 9 of docs/proof.md for what that leaves open")
    note_signers(signers | {one["head"]["keyId"] for one in saved}, keys)


# --- Section 10: the verification file of an evidence pack ---


def check_sealed(file, keys):
    """Yields the first fault of a sealed file."""
    seal, events = file["seal"], file["events"]
    statement = seal["statement"]
    require(statement["type"] == "fettle-evidence-seal", "the seal is not one of an evidence pack")
    check_signature(statement, seal["publicKey"], seal["signature"], keys)
    kind = {"type": file["type"], "form": file["form"]}
    require(statement.get("file", kind) == kind, "the seal is of another kind of file")
    require(sha256(canonical(file["about"])) == statement["about"], "what the file says about the job was altered")
    before = None
    for place, event in enumerate(events):
        try:
            check_sealed_event(statement, place, event, before)
        except MALFORMED as error:
            yield "event %d: %s." % (place + 1, described(error))
            return
        before = event
    require(len(events) == len(statement["entries"]), "the end of the events is missing, from event %d" % (len(events) + 1))
    if "signedHead" in file:
        check_head(file["signedHead"], [])
        head, last = file["signedHead"]["head"], events[-1]
        require(head["companyId"] == statement["companyId"], "the signed head is of another company")
        reaches = head["hash"] == last["hash"] if head["seq"] == last["seq"] else head["seq"] > last["seq"]
        require(reaches, "the signed head does not reach the last event")
    note("job %s, %d events, sealed on %s" % (statement["jobRef"], len(events), statement["preparedAt"]))
    note_signers({statement["keyId"]}, keys)


def check_sealed_event(statement, place, event, before):
    sealed = statement["entries"][place:place + 1]
    require(sealed == [sha256(canonical(event))], "it is not the event that was sealed there")
    require(event["version"] == place + 1 and event["seq"] > (before["seq"] if before else 0), "it is out of order")
    if before and event["seq"] == before["seq"] + 1:
        require(event["previous"] == before["hash"], "it does not follow from the event before it")
    if "leftOut" in event or "withheld" in event:
        return
    if "salt" not in event:
        paths = [path for path in texts_in(event["data"]) if is_erasable(event["type"], path)]
        gone = any(text_at(event["data"], path) == ERASED for path in paths)
        require(gone and not is_form_2(event["digest"]), "its data was altered")
    elif is_form_2(event["digest"]):
        check_form_2(event["digest"], event["salt"], event["data"])
    else:
        original = digest_form_1(event["salt"], event["data"]) == event["digest"] and len(event["salt"]) == 32
        require(original, "its data was altered")
    own = {"companyId": statement["companyId"], "stream": "job", "streamId": statement["jobId"], **event}
    require(event_hash(event["previous"], own) == event["hash"], "its hash is not that of what it says")


def texts_in(data, at=""):
    if isinstance(data, str):
        yield at
    for name, one in enumerate(data) if isinstance(data, list) else data.items() if isinstance(data, dict) else ():
        yield from texts_in(one, under(at, name))


def sealed_in_pdf(content):
    """The verification file that is attached to an evidence pack."""
    attached = set()
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            text = zlib.decompressobj().decompress(found[1], 2**28)
        except zlib.error:
            continue
        if text.startswith(b"{") and b'"fettle-evidence"' in text:
            attached.add(text)
    require(attached, "no verification file is attached to this PDF")
    require(len(attached) == 1, "more than one verification file is attached to this PDF")
    return json.loads(attached.pop())


# --- The command ---

notes = []


def note(text):
    notes.append("  " + text)


def note_signers(signers, keys):
    if signers and not keys:
        note("Signed by %s. Anyone can sign with a key of their own: compare this id, or name it with --key" % ", ".join(sorted(signers)))


def described(error):
    return str(error) if isinstance(error, Broken) else "it is not well-formed (%s)" % error.__class__.__name__


def read(path):
    """A PDF's or a file's JSON; or None for a file of lines."""
    with open(path, "rb") as file:
        start = file.read(5)
        if start == b"%PDF-":
            return sealed_in_pdf(start + file.read())
        file.seek(0)
        first = file.readline()
        try:
            if json.loads(first).get("line") == "ledger":
                return None
        except (ValueError, AttributeError):
            pass
        return json.loads(first + file.read())


def joined(arguments):
    """Joins each id of a key to its option: an id may begin with "-", and would be taken for an option itself."""
    result = []
    for argument in arguments:
        if result and result[-1] == "--key":
            result[-1] += "=" + argument
        else:
            result.append(argument)
    return result


def main():
    parser = argparse.ArgumentParser(description="Checks ledgers, evidence packs and signed heads of Fettle without Fettle.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--key", action="append", default=[], metavar="ID", help="the id of a key to trust")
    args = parser.parse_args(joined(sys.argv[1:]))
    content, faulty = {}, False
    for path in args.files:
        try:
            content[path] = read(path)
        except (OSError, ValueError, Broken) as error:
            print("%s: cannot be read: %s" % (path, error))
            return 2
    heads = {path: one for path, one in content.items() if isinstance(one, dict) and "head" in one}
    saved = []
    for path, one in sorted(content.items(), key=lambda item: item[0] not in heads):
        del notes[:]
        try:
            if path in heads:
                check_head(one, args.key)
                saved.append(one)
                note_signers({one["head"]["keyId"]}, args.key)
                faults = []
            elif one is None:
                faults = list(check_ledgers(path, saved, args.key))
            else:
                require(one.get("type") == "fettle-evidence" and one.get("form") == 1, "this is no file of Fettle")
                faults = list(check_sealed(one, args.key))
        except Broken as error:
            faults = ["%s." % error]
        except MALFORMED as error:
            faults = ["it is not well-formed: %s %s." % (error.__class__.__name__, error)]
        print("\n".join(["%s: %s" % (path, "NOT AS RECORDED" if faults else "intact")] + ["  " + one for one in faults] + notes))
        faulty = faulty or bool(faults)
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
