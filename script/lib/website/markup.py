"""Adapts the HTML of documents to the website."""
import re


def on_page_content(html, page, config, files):
    # Wide tables and long lines scroll, also with the keyboard.
    html = html.replace("<table>", '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    html = html.replace("</table>", "</table></div>")
    html = html.replace("<pre>", '<pre tabindex="0">')
    # The sign of the link next to a heading is in the style sheet, so that searches do not show it.
    html = html.replace('title="Link to this section">#</a>', 'title="Link to this section"></a>')
    # An empty cell at the head of a column is no header of it.
    html = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)
    # Pictures are linked to themselves, since they are shown smaller than they are.
    return re.sub(r'<img alt="([^"]*)" src="([^"]+)" ?/>', picture, html)


def picture(found):
    words, source = found.groups()
    return '<a class="picture" href="%s"><img alt="%s" src="%s" loading="lazy"></a>' % (source, words or "Picture", source)
