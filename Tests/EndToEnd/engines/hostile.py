"""A thread in which every text contains characters that some engine acts on."""

# A text for each engine, on which it acts.
ACTIVE = {
    "jinja": "{{ 7*191 }}{% raw %}{# gone #}",
    "jinja-lines": "% set x = 1\n# for x in y\n## gone",
    "nunjucks": "{{ range.constructor('return 7*191')() }}{% include 'x' %}",
    "django": "{{ 7|add:191 }}{% now 'Y' %}{# gone #}",
    "liquid": "{{ 7 | times: 191 }}{% assign x = 1 %}",
    "handlebars": "{{#if x}}{{{x}}}{{/if}}",
    "mustache": "{{x}}{{&x}}{{! gone }}{{=<% %>=}}",
    "twig": "{{ 7*191 }}{% set x = 1 %}{# gone #}",
    "blade": "{{ 7*191 }}{!! 7*191 !!}@php echo 7*191; @endphp @if(true) @csrf {{-- gone --}}",
    "ejs": "<%= 7*191 %><%# gone %>",
    "erb": "<%= 7*191 %>\n% gone",
    "mako": "${7*191}<% x = 1 %>\n## gone\n% if True:",
    "php": "<?= 7*191 ?><?php echo 1; ?>",
    "ssi": '<!--#echo var="DATE_LOCAL" --><!--#include file="/etc/passwd" -->',
    "esi": '<esi:include src="/secret"/><!--esi gone -->',
    "hugo": "{{% notice %}}{{< figure >}}{{ 7 }}",
    "wordpress": "[gallery ids=1][atoll]gone[/atoll][[atoll]]",
    "literal": "${7*191}` + 'gone' + `\\n\\x41",
    "js-replace": "$& $1 $` $' $$",
    "python-template": "$name ${name}",
    "python-replace": "\\1 \\g<0> \\n",
    "php-replace": "\\1 $1 ${1}",
    "merge-tags": "*|EMAIL|* %recipient.email% %%name%% [[firstname]] {{contact.EMAIL}} ~Contact.FirstName~ $name$ @NAME@",
}
EVERYTHING = " ".join(text.replace("\n", " ") for text in ACTIVE.values())
LINES = "\n".join(ACTIVE.values())


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def story():
    """Returns the thread as an Atoll document: these texts in bodies of every syntax, and in all other fields."""
    comments = []

    def add(body, syntax, **fields):
        comments.append({
            "id": "c%d{{x}}%%[a]~" % len(comments), "body": body, "bodySyntax": syntax, "likes": 3,
            "createdAt": "2026-07-31T09:%02d:00Z" % (len(comments) % 60),
            "author": {"name": EVERYTHING, "badges": [EVERYTHING]}, **fields})

    for name, text in ACTIVE.items():
        add(text, "plain")
        add("<p>%s</p>" % escaped(text).replace("\n", "<br>"), "html")
        add("words %s words" % text, "markdown", parentId=comments[0]["id"])
        add("```\n%s\n\n%s\n```" % (text, text), "markdown")
    add("[%s](https://example.com/%%7B%%7Bx%%7D%%7D?a[]=~{{x}}|$&#%%FACE%%20)" % "words {{x}}", "markdown",
        tags=["FEATURED", "STAFF", EVERYTHING],
        media={"kind": "image", "url": "https://example.com/?[x]={{x}}&%recipient%", "title": EVERYTHING})
    add("gone", "plain", tombstone="deleted")
    return {
        "atoll": 1,
        "story": {
            "id": "s{{x}}", "url": "https://example.com/{{x}}?[a]=%7Cb~#$&", "title": EVERYTHING,
            "server": "coral", "organization": EVERYTHING, "announcement": LINES,
            "infobox": "```\n%s\n```" % LINES, "questionBox": {"text": LINES, "icon": "{{x}}"},
            "closed": {"at": "2026-07-31T10:00:00Z", "message": LINES}, "likeLabel": "{{x}} [x] %x%",
            "staffLabel": "<%= 1 %>${x}",
        },
        "comments": comments,
    }
