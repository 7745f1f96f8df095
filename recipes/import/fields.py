"""Times, numbers, HTML and names, as exports contain them."""
import datetime
import html
import ipaddress
import re
import urllib.parse


MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
# Minutes east of Greenwich. What several zones are called is not among them: BST, CST, IST.
ZONES = {
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 60, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "jst": 540, "kst": 540,
    "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780, "edt": -240, "est": -300, "cdt": -300, "mdt": -360, "mst": -420, "pdt": -420, "pst": -480,
}
CLOCK = re.compile(r"(?<![\d:.])(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?![\d:])(?: ?([ap])\.?m\b\.?)?", re.IGNORECASE)
# A number, which a name may follow, or a name: +0100 CET, GMT+0100 (CET), +01:00[Europe/Berlin].
ZONE = re.compile(
    r" ?(?:(?:(?:utc|gmt) ?)?([+-])(\d\d?)(?::?(\d\d))?\b(?: [a-z]{3,4}\b| ?[(\[][^()\[\]]*[)\]])?|\(?([a-z]+)\)?)?", re.IGNORECASE)
WEEKDAY = re.compile(r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? ", re.IGNORECASE)
DATES = [re.compile(form, re.IGNORECASE) for form in (
    r"(?P<year>\d{4})([-/.])(?P<month>\d\d?)\2(?P<day>\d\d?)", r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)",
    r"(?P<day>\d\d?)(?:st|nd|rd|th)?[. -]+(?P<name>[a-z]{3,9})[., -]+(?P<year>\d{4}|\d\d)",
    r"(?P<name>[a-z]{3,9})\.? (?P<day>\d\d?)(?:st|nd|rd|th)?,? (?P<year>\d{4})",
    r"(?P<day>\d\d?)(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<year>\d{4})",
)]


def moment(value, is_day_first=None):
    """Returns a time as ISO 8601 in UTC, or None if it is none.

    Understood are seconds since 1970 and their thousandths, millionths and billionths, ISO 8601, and the usual forms of programs:
    1577923200, 20200102000000, "2020/01/02 0:00", "2020-01-02T01:00:00+01:00", "Thu, 02 Jan 2020 00:00:00 GMT",
    "Thu Jan 02 2020 01:00:00 GMT+0100 (CET)" and "Jan 2, 2020, 12:00 AM" are "2020-01-02T00:00:00Z". A time without a zone is
    in UTC. If the zone may be one of several, it is None, and so it is for 1/2/2020, if `is_day_first` does not say what is first.
    """
    text = " ".join(str(value).split())
    try:
        time = time_of_number(text) if re.fullmatch(r"\d+(\.\d*)?", text) and len(text) != 8 else time_of_text(text, is_day_first)
        if time is not None and time.tzinfo is not None:
            time = time.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None
    return time and time.isoformat(timespec="milliseconds" if time.microsecond >= 1000 else "seconds") + "Z"


def time_of_number(digits):
    if re.fullmatch(r"(19|20)\d{10}(\d\d)?", digits):
        return datetime.datetime(*map(int, re.findall("^....|..", digits)))
    number = float(digits)
    # Seconds, or their thousandths, millionths or billionths.
    for _ in range(3):
        if number >= 1e11:
            number /= 1000
    # From 1973 to 2103: another number is something else.
    if not 1e8 <= number < 4.2e9:
        return None
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=round(number * 1000))


def time_of_text(text, is_day_first):
    if re.match(r"\d{4}", text):
        try:
            return datetime.datetime.fromisoformat(text)
        except ValueError:
            pass
    clock = CLOCK.search(text)
    if clock is None:
        return date_of(text, is_day_first)
    zone = ZONE.match(text, clock.end())
    # The year may be at the end: Thu Jan  2 00:00:00 UTC 2020.
    date = date_of(re.sub(r"(?:,| at|T)? ?$", "", text[: clock.start()]) + text[zone.end() :], is_day_first)
    sign, hours, minutes, name = zone.groups()
    offset = int(hours) * 60 + int(minutes or 0) if sign else ZONES.get((name or "utc").lower())
    hour, minute, second = (int(clock[number] or 0) for number in (1, 2, 3))
    if date is None or offset is None or offset > 14 * 60 or clock[5] and not 1 <= hour <= 12:
        return None
    if clock[5]:
        hour = hour % 12 + (12 if clock[5] in "pP" else 0)
    fraction = int((clock[4] or "")[:6].ljust(6, "0"))
    return date.replace(hour=hour, minute=minute, second=second, microsecond=fraction) - datetime.timedelta(
        minutes=-offset if sign == "-" else offset)


def date_of(text, is_day_first):
    """Returns the date of a text, or None if it is none, or if day and month cannot be told apart."""
    text = WEEKDAY.sub("", text.strip(" ,"), 1)
    found = next((match for match in (form.fullmatch(text) for form in DATES) if match), None)
    if found is None:
        return None
    parts = found.groupdict()
    year, day = int(parts["year"]), int(parts["day"])
    if "name" in parts:
        month = next((number for number, name in enumerate(MONTHS, 1) if name.startswith(parts["name"].lower())), 0)
        year += (1900 if year >= 69 else 2000) if len(parts["year"]) == 2 else 0
    else:
        month = int(parts["month"])
        if parts.get("mark") in ("/", "-"):
            if day > 12 or month > 12 or day == month:
                day, month = max(day, month), min(day, month)
            elif is_day_first is None:
                return None
            elif not is_day_first:
                day, month = month, day
    return datetime.datetime(year, month, day)


def is_day_first_in(value):
    """Returns whether the day or the month is first in a date such as 25/1/2024: True or False, or None if it may be either."""
    date = re.search(r"(?<!\d)(\d\d?)([-/])(\d\d?)\2\d{4}(?!\d)", str(value))
    days = [int(date[number]) > 12 for number in (1, 3)] if date else [False]
    return days[0] if any(days) else None


def whole(value):
    """Returns the whole number of a number or its text, or None."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if abs(number) < 1 << 53 else None


def is_true(value):
    return str(value).strip().lower() in ("true", "1", "yes", "t", "y", "on")


def at(value, *path):
    """Returns what is at a path of keys and positions in JSON, or None: at(status, "account", "url")."""
    for step in path:
        if isinstance(step, str):
            value = value.get(step) if isinstance(value, dict) else None
        else:
            value = value[step] if isinstance(value, list) and len(value) > step else None
    return value


def objects(value, *path):
    """Returns the objects of the list at a path in JSON."""
    found = at(value, *path)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def first_ancestor(id, parents, known):
    """Returns the id at the end of the chain of parents, a dictionary by ids; `known` remembers it for every id."""
    chain = []
    while id not in known:
        # This also ends the chain if an id is its own ancestor.
        known[id] = id
        chain.append(id)
        parent = parents.get(id)
        id = id if parent is None else parent
    for each in chain:
        known[each] = known[id]
    return known[id]


# Every attempt to match ends at the next `<`, so that the time is linear for hostile text as well.
TAG = re.compile(r"""<(/?)(a|img|iframe|spoiler|span|div)\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>""", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(?<![\w-])([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
COVER = '<%s class="coral-rte-spoiler">'
# Pictures that only adorn a quote or the preview of a link.
DECORATIONS = {"avatar", "site-icon", "thumbnail", "onebox-avatar"}
# The elements that part words.
BLOCKS = ("p", "br", "div", "li", "ul", "ol", "blockquote", "pre", "hr", "td", "th", "tr", "h1", "h2", "h3", "h4", "h5", "h6")


def covered(markup):
    """Returns HTML that is covered until readers open it."""
    return COVER % "div" + markup + "</div>"


def attributes_of(tag):
    """Returns the attributes of a tag by their names; of attributes with the same name, the first."""
    attributes = {}
    for name, value in ATTRIBUTE.findall(tag):
        attributes.setdefault(name.lower(), html.unescape(value[1:-1] if value[0] in "\"'" else value))
    return attributes


def html_body(body, base, lose):
    """Returns HTML as Atoll shows it: pictures, videos and frames become links, and spoilers are covered.

    `base` returns where relative addresses begin, or None; `lose` counts what is lost.
    """
    is_in_link = False

    def address(value):
        value = (value or "").strip()
        if value.startswith("//"):
            return "https:" + value
        if not value or urllib.parse.urlsplit(value).scheme:
            return value or None
        joined = urllib.parse.urljoin(base() or "", value)
        if urllib.parse.urlsplit(joined).scheme:
            return joined
        lose("relative addresses of links and pictures")
        return None

    def link(target, words=None):
        start = '<a href="%s">' % html.escape(target) if target else "<a>"
        return start if words is None else start + html.escape(words) + "</a>"

    def image(attributes, classes):
        words, source = attributes.get("alt") or attributes.get("title") or "", attributes.get("src")
        if classes & DECORATIONS:
            return ""
        if "emoji" in classes:
            return html.escape(words)
        if (source or "").strip().lower().startswith("data:"):
            lose("pictures whose data is in the text")
            return html.escape(words)
        source = address(source)
        return html.escape(words or source or "") if source is None or is_in_link else link(source, words or source)

    def changed(tag):
        nonlocal is_in_link
        is_end, name = tag[1], tag[2].lower()
        if name == "a":
            is_in_link = not is_end
        if is_end:
            return "</span>" if name == "spoiler" else tag[0]
        attributes = attributes_of(tag[3])
        classes = set(attributes.get("class", "").split())
        try:
            if name == "a":
                return link(address(attributes.get("href")))
            if name in ("img", "iframe"):
                return image(attributes, classes)
            if video := attributes.get("data-video-src") and address(attributes["data-video-src"]):
                return tag[0] + link(video, video)
        except ValueError:
            # The address is none.
            return "<a>" if name == "a" else ""
        is_spoiler = name == "spoiler" or {"spoiler", "spoiled"} & classes
        return COVER % name.replace("spoiler", "span") if is_spoiler else tag[0]
    return TAG.sub(changed, body)


def with_spoilers(text, begin, end):
    """Returns HTML in which what is between two marks (regular expressions) is covered, or None if there is nothing.

    Atoll's Markdown has no spoilers. The rest of the text remains as it was typed.
    """
    begin, end = re.compile(begin, re.IGNORECASE), re.compile(end, re.IGNORECASE)
    first = begin.search(text)
    if first is None or end.search(text, first.end()) is None:
        return None
    depth, written = 0, []
    for part in re.split("(%s|%s)" % (begin.pattern, end.pattern), text, flags=re.IGNORECASE):
        if begin.fullmatch(part):
            depth += 1
        elif end.fullmatch(part):
            depth = max(0, depth - 1)
        else:
            words = paragraphs(html.escape(part))
            written.append(covered(words) if depth else words)
    return "".join(written)


def words_of(markup):
    """Returns the words of HTML on one line."""
    text = re.sub(r"</?([a-z][a-z0-9]*)\b[^<>]*>", lambda tag: " " * (tag[1].lower() in BLOCKS), markup or "", flags=re.IGNORECASE)
    return " ".join(html.unescape(text).split())


def paragraphs(text):
    """Returns HTML with paragraphs and line breaks for the line ends of a text, except in preformatted parts."""
    parts = re.split(r"(<pre\b[^<>]*>|</pre\s*>)", text.replace("\r\n", "\n"), flags=re.IGNORECASE)
    is_preformatted = False
    for index, part in enumerate(parts):
        if index % 2:
            is_preformatted = not part.startswith("</")
        elif not is_preformatted:
            blocks = (block.strip() for block in re.sub(r"\n[ \t]+(?=\n)", "\n", part).split("\n\n"))
            parts[index] = "".join("<p>%s</p>" % block.replace("\n", "<br>\n") for block in blocks if block)
    return "".join(parts)


def without_domains(name):
    """Returns a name in which only the parts before the @ of mail addresses are left."""
    return re.sub(r"(?<=[^\s@])@[\w-]+(\.[\w-]+)+", "", name)


def is_ip_address(text):
    try:
        ipaddress.ip_address(text.strip(" ()[],"))
        return True
    except ValueError:
        return False


def has_hash_of_mail_address(picture):
    """Returns whether the address of a picture is one of Gravatar's or Libravatar's, which mail addresses are found by."""
    return re.search(r"//[^/]*(gravatar\.com|libravatar\.org)/|/avatar/([0-9a-f]{32}|[0-9a-f]{64})\b", picture) is not None
