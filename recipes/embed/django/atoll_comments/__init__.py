"""A tag for templates, {% comments "tide-pools" %}. Put this into INSTALLED_APPS, and the folder of threads into ATOLL_COMMENTS."""
