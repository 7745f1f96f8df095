"""The settings and the addresses of a small site. ATOLL_COMMENTS is where threads are rendered to."""
import pathlib

from django.urls import path
from django.views.generic import TemplateView

BASE_DIR = pathlib.Path(__file__).resolve().parent
ATOLL_COMMENTS = BASE_DIR / "comments"
INSTALLED_APPS = ["atoll_comments"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [BASE_DIR / "templates"]}]
ROOT_URLCONF = "settings"
ALLOWED_HOSTS = ["127.0.0.1", "example.com"]
SECRET_KEY = "the example signs nothing"

urlpatterns = [path("<str:name>/", TemplateView.as_view(template_name="story.html"))]
