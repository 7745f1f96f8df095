"""Times, numbers, HTML and names, as exports contain them."""
import datetime
import email.utils
import html
import ipaddress
import re
import urllib.parse


# How a time in the form of mails begins; Python takes any word with a comma for a day of the week.
DAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?"
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"


def moment(value):
    """Returns a time as ISO 8601 in UTC, or None if it is none.

    Seconds, milliseconds or microseconds since 1970, ISO 8601 and the form of mails are understood: 1577923200,
    "2020-01-02 00:00:00", "2020-01-02T01:00:00+01:00" and "Thu, 02 Jan 2020 00:00:00 GMT" are "2020-01-02T00:00:00Z".
    A time without a zone is in UTC. One with AM or PM is understood, too.
    """
    text = str(value).strip()
    if clock := re.search(r"(?<![\d:])(\d{1,2})((?::\d\d){1,2}(?:[.,]\d+)?)\s*([ap])\.?m\b\.?", text, re.IGNORECASE):
        if not 1 <= int(clock[1]) <= 12:
            return None
        hour = int(clock[1]) % 12 + (12 if clock[3] in "pP" else 0)
        text = ("%s%02d%s%s" % (text[: clock.start()], hour, clock[2], text[clock.end() :])).strip()
    try:
        if re.fullmatch(r"\d+(\.\d*)?", text) and len(text) != 8:
            number = float(text)
            # 1e8 seconds are in 1973: a smaller number is something else.
            if not 1e8 <= number < 1e17:
                return None
            while number >= 1e11:
                number /= 1000
            time = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=round(number * 1000))
        elif re.match(r"\d{4}", text):
            time = datetime.datetime.fromisoformat(re.sub(r"\s*(UTC|GMT)$", "+00:00", text))
        elif re.match(DAY + rf"(?:\d|{MONTH}\b)", text, re.IGNORECASE) and not re.search(r"\d\s*[ap]\.?m\b", text, re.IGNORECASE):
            time = email.utils.parsedate_to_datetime(text)
        else:
            return None
        if time.tzinfo is not None:
            time = time.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return time.isoformat(timespec="milliseconds" if time.microsecond >= 1000 else "seconds") + "Z"


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
TAG = re.compile(r"""<(/?)(a|img|iframe|spoiler|span)\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>""", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(?<![\w-])([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
SPOILER = '<span class="coral-rte-spoiler">'


def html_body(body, base=None):
    """Returns HTML as Atoll shows it: images and frames become links, and addresses get their beginning from `base`."""
    is_in_link = False

    def address(value):
        joined = urllib.parse.urljoin(base or "", (value or "").strip())
        return joined if urllib.parse.urlsplit(joined).scheme else None

    def link(attributes):
        target = address(attributes.get("href"))
        return '<a href="%s">' % html.escape(target) if target else "<a>"

    def image(attributes):
        words, source = attributes.get("alt") or attributes.get("title"), address(attributes.get("src"))
        if source is None or is_in_link or "emoji" in attributes.get("class", "").split():
            return html.escape(words or source or "")
        return '<a href="%s">%s</a>' % (html.escape(source), html.escape(words or source))

    def changed(tag):
        nonlocal is_in_link
        is_end, name = tag[1], tag[2].lower()
        if name == "a":
            is_in_link = not is_end
        if is_end:
            return "</span>" if name == "spoiler" else tag[0]
        attributes = {name.lower(): html.unescape(value.strip("\"'")) for name, value in ATTRIBUTE.findall(tag[3])}
        try:
            if name == "a":
                return link(attributes)
            if name in ("img", "iframe"):
                return image(attributes)
        except ValueError:
            # The address is none.
            return "<a>" if name == "a" else ""
        is_spoiler = name == "spoiler" or {"spoiler", "spoiled"} & set(attributes.get("class", "").split())
        return SPOILER if is_spoiler else tag[0]
    return TAG.sub(changed, body)


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
        ipaddress.ip_address(text.strip().strip("[]"))
        return True
    except ValueError:
        return False


def has_hash_of_mail_address(picture):
    """Returns whether the address of a picture is one of Gravatar's or Libravatar's, which mail addresses are found by."""
    return re.search(r"//[^/]*(gravatar\.com|libravatar\.org)/|/avatar/([0-9a-f]{32}|[0-9a-f]{64})\b", picture) is not None
