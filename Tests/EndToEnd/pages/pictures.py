"""Takes the screenshots of the documentation. See script/pictures."""
import os
import subprocess
import sys

import devtools
import documents

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "mails"))

import reading  # noqa: E402

NOTIFICATIONS = "Tests/Fixtures/coral-notifications"
NOTIFICATION = ["render", os.path.join(NOTIFICATIONS, "story.json"), "--notification",
                os.path.join(NOTIFICATIONS, "reply.json"), "--format", "email"]
DIGEST = ["digest", os.path.join(NOTIFICATIONS, "story.json"), os.path.join(documents.DEMO, "story.json"),
          "--min-likes", "5", "--top-per-story", "3", "--format", "email"]
# Higher pictures are divided.
MAX_HEIGHT = 2600
# The name, thread, width, scheme, further arguments, medium, and the number of parts (None for all).
PICTURES = (
    ("demo-390-light", "story", 390, "light", [], "", 1),
    ("demo-390-dark", "story", 390, "dark", [], "", 1),
    ("demo-1200-light", "story", 1200, "light", [], "", 1),
    ("demo-1200-dark", "story", 1200, "dark", [], "", 1),
    ("demo-ar-390-light", "story", 390, "light", ["--locale", "ar"], "", 1),
    ("demo-ar-1200-dark", "story", 1200, "dark", ["--locale", "ar"], "", 1),
    ("demo-print", "story", 794, "light", [], "print", 1),
    ("plain-390-light", "story", 390, "light", ["--style", "Styles/plain"], "", 1),
    ("closed-1200-light", "specimen-closed", 1200, "light", [], "", 1),
    ("closed-390-dark", "specimen-closed", 390, "dark", [], "", 1),
    ("mail-640-light", "story", 640, "light", ["--format", "email"], "", 1),
    ("mail-640-dark", "story", 640, "dark", ["--format", "email"], "", 1),
    ("mail-390-light", "story", 390, "light", ["--format", "email"], "", 1),
    ("mail-390-dark", "story", 390, "dark", ["--format", "email"], "", 1),
    # As in mail clients that remove every <style>.
    ("mail-390-bare", "story", 390, "dark", ["--format", "email"], "bare", 1),
    ("mail-640-bare", "story", 640, "dark", ["--format", "email"], "bare", 1),
    # These have a complete command instead of a thread.
    ("notice-390-light", NOTIFICATION, 390, "light", [], "", 1),
    ("notice-390-dark", NOTIFICATION, 390, "dark", [], "", 1),
    ("notice-390-bare", NOTIFICATION, 390, "dark", [], "bare", 1),
    ("digest-390-light", DIGEST, 390, "light", [], "", 1),
    ("digest-390-dark", DIGEST, 390, "dark", [], "", 1),
    ("digest-640-light", DIGEST, 640, "light", [], "", 1),
    ("news-390-light", "story", 390, "light", ["--format", "email", "--since", "2026-07-31T16:00:00Z"], "", 1),
    ("news-390-dark", "story", 390, "dark", ["--format", "email", "--since", "2026-07-31T16:00:00Z"], "", 1),
)


def take(browser, path, width, scheme, medium):
    """Yields the pictures of a page, which is divided between comments."""
    browser.size(width)
    browser.media(scheme, kind="" if medium == "bare" else medium)
    browser.open("file://" + os.path.abspath(path))
    if medium == "bare":
        browser.run("document.querySelectorAll('style').forEach(it => it.remove())")
    if medium == "print":
        browser.run("document.body.style.padding = '48px'")  # the margin of the paper
    ends = browser.run("""(() => {
      const parts = [...document.querySelectorAll('.a-l > .a-c, .a-r > ol > .a-c')];
      const tops = parts.map(it => Math.floor(it.getBoundingClientRect().top + scrollY)).sort((a, b) => a - b);
      return [...tops, document.scrollingElement.scrollHeight];
    })()""")
    top = 0
    while top < ends[-1]:
        within = [end for end in ends if top + MAX_HEIGHT // 2 < end <= top + MAX_HEIGHT]
        end = max(within) if within else min(top + MAX_HEIGHT, ends[-1])
        yield browser.picture(0, top, width, end - top)
        top = end


def main():
    atoll, folder = sys.argv[1:]
    scratch = os.path.join(".build", "pictures")
    os.makedirs(scratch, exist_ok=True)
    os.makedirs(folder, exist_ok=True)
    with devtools.Browser(devtools.find()) as browser:
        for name, thread, width, scheme, arguments, medium, parts in PICTURES:
            if isinstance(thread, str):
                source = os.path.join(documents.DEMO, thread + ".json")
                if not os.path.exists(source):
                    continue
                thread = ["render", source]
            is_mail = "email" in thread + arguments
            path = os.path.join(scratch, name + (".eml" if is_mail else ".html"))
            style = [] if "--style" in arguments else ["--style", "Styles/ign"]
            subprocess.run(
                [atoll, *thread, "--quiet", "--now", documents.NOW, "--templates", "Templates",
                 *style, *arguments, "-o", path], check=True, stdin=subprocess.DEVNULL)
            if path.endswith(".eml"):
                # Readers see the HTML that is decoded from the message.
                markup = reading.html_of(path)
                path = path.removesuffix(".eml") + ".html"
                with open(path, "w", encoding="utf-8") as file:
                    file.write(markup)
            for number, data in enumerate(take(browser, path, width, scheme, medium), 1):
                if parts and number > parts:
                    break
                save(data, os.path.join(folder, name + ("" if parts == 1 else "-%d" % number) + ".png"))


def save(data, path):
    """Writes a picture with a reduced palette."""
    data = subprocess.run(
        ["pngquant", "--quality", "80-100", "--speed", "1", "--strip", "-"], check=True, input=data,
        stdout=subprocess.PIPE).stdout
    with open(path, "wb") as file:
        file.write(data)
    print("%s, %d KB" % (path, len(data) // 1024))


if __name__ == "__main__":
    main()
