"""The raw material of the corpus: words, names, and the less tame things people write."""

# Roughly by how often they turn up: the table built from this gives earlier words more room.
WORDS = (
    "the to a and I it of is that in this you for game but not was have on with just be they so "
    "like my are if what all as one don't it's at me do more would or really can think play from "
    "good get when how time about no out up there their them will had an your even some still "
    "than because been only much people games who now see other after where never has make first "
    "got going too why then could I'm know played were did way want these off also better which "
    "story great played love years over right can't into every hope doesn't before most that's "
    "looks new anything review back few sure bad actually little same being another best being "
    "didn't something always yeah last say thing pretty any probably look point score trailer "
    "series movie wait maybe things two made day long again isn't feel since combat hours guys "
    "sequel original season console year ending characters world lot through though while buy "
    "you're worth nothing whole level money graphics felt until those wasn't far enough someone "
    "boss need studio remake give watch multiplayer controller against show seems rather open "
    "should always found finally ever next already without both kind must quite fans episode "
    "article writer franchise release launch players content single experience performance patch "
    "gameplay developer exclusive generation platform frame rate loading screen nostalgia "
    "soundtrack director disappointed interesting absolutely definitely honestly everything "
    "unfortunately completely different remember character understand expecting adventure version "
    "finished beautiful mechanics difficulty opinion seriously hardware announcement subscription"
).split()

NUMBERS = "2 3 4 7 8 10 12 30 60 64 100 120 1998 2004 2007 2013 2017 2020 8.5 9.0 7.3 10/10 $70".split()

NAMES = (
    "Dark Pixel Turbo Retro Silent Mega Crimson Lunar Rusty Iron Velvet Ghost Solar Frozen Lucky "
    "Gamer Knight Raccoon Wizard Falcon Otter Samurai Plumber Hedgehog Dragon Toaster Captain "
    "Viking Ninja Walrus Penguin Cactus Comet Rocket Bandit Goblin Badger Sparrow Hunter Drifter"
).split()

ODD_NAMES = (
    "Jos\u00e9 Mu\u00f1oz", "Zo\u00eb", "\u0141ukasz", "\u7530\u4e2d\u592a\u90ce", "\uae40\ubbfc\uc900",
    "\U0001f525flame\U0001f525", "\u041c\u0438\u0448\u0430", "\u0645\u0631\u064a\u0645", "O'Neil & Sons",
    "<b>bold</b>", 'say "hi"', "back\\slash", "J\u00f6rg\u00a0H.", "a_very_long_name_that_goes_on_and_on",
)

EMOJI = (
    "\U0001f602", "\U0001f525", "\U0001f44d", "\u2764\ufe0f", "\U0001f62d", "\U0001f3ae", "\U0001f44f\U0001f3fd",
    "\U0001f937\u200d\u2642\ufe0f", "\U0001f1ef\U0001f1f5", "\U0001f914", "\U0001f480", "\U0001f64f",
)

CJK = (
    "\u3053\u306e\u30b2\u30fc\u30e0\u306f\u672c\u5f53\u306b\u9762\u767d\u3044\u3067\u3059\u3002",
    "\u524d\u4f5c\u304b\u3089\u5f85\u3063\u3066\u3044\u305f\u304b\u3044\u304c\u3042\u3063\u305f\u3002",
    "\u6226\u95d8\u304c\u5c11\u3057\u5358\u8abf\u3060\u3068\u601d\u3046\u3002",
    "\u97f3\u697d\u3068\u6620\u50cf\u306f\u6700\u9ad8\uff01",
    "\u6211\u89c9\u5f97\u8fd9\u4e2a\u6e38\u620f\u503c\u5f97\u4e00\u73a9\u3002",
    "\u5267\u60c5\u5f88\u611f\u4eba\uff0c\u4f46\u662f\u7ed3\u5c40\u6709\u70b9\u4ed3\u4fc3\u3002",
    "\u684c\u9762\u7248\u8868\u73b0\u600e\u4e48\u6837\uff1f",
    "\uc774 \uac8c\uc784 \uc815\ub9d0 \uc7ac\ubbf8\uc788\uc5b4\uc694.",
    "\ub2e4\uc74c \uc791\ud488\ub3c4 \uae30\ub300\ub429\ub2c8\ub2e4.",
)

# Words that replace English ones.
ACCENTED = (
    "na\u00efve", "caf\u00e9", "d\u00e9j\u00e0-vu", "Pok\u00e9mon", "\u00fcber", "\u00a1vamos!", "gar\u00e7on", "\u00c5ngstr\u00f6m",
    "se\u00f1or", "fa\u00e7ade", "Mj\u00f6lnir", "\u017divio", "stra\u00dfe", "r\u00e9sum\u00e9",
)

CODE = (
    "r_fullscreen 1", "if (hp <= 0) { respawn(); }", "sudo apt install", "~/.config/game.ini",
    'print("gg")', "A + B < C && D", "fov = 110", "git pull --rebase", "sv_cheats 1; god", "x[i] *= 2;",
)

HTML = (
    "<b>really</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<i>so</i> good",
    '<a href="javascript:alert(1)">click</a>', "<br>", "<div style=\"position:fixed\">", "<!-- hm -->",
    "<iframe src=\"https://example.org/\"></iframe>", "<spoiler>he dies</spoiler>",
)

PATHS = ("reviews", "articles", "videos", "wiki", "news", "guides", "trailers", "lists")
