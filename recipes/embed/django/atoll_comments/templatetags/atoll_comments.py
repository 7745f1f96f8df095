import pathlib

from django import template
from django.conf import settings
from django.utils.safestring import mark_safe

register = template.Library()


@register.simple_tag
def comments(name):
    """Returns a thread, or nothing if there is none of that name."""
    folder = pathlib.Path(settings.ATOLL_COMMENTS)
    file = folder / (name + ".html")
    if file.parent != folder:
        return ""
    try:
        # A fragment is escaped already.
        return mark_safe(file.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
