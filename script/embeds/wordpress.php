<?php
// Shows the comments of a post as a theme does, with the hooks of WordPress and the plugin of the recipe:
//   php wordpress.php WP_INCLUDES PLUGIN UPLOADS NAME
[, $wordpress, $plugin, $uploads, $name] = $argv;
error_reporting(E_ALL);
define('ABSPATH', dirname($wordpress) . '/');
define('WPINC', 'wp-includes');
define('WP_CONTENT_DIR', '/nowhere');
define('WP_CONTENT_URL', 'https://example.com/wp-content');
foreach (['compat', 'load', 'plugin', 'functions', 'formatting'] as $file) {
  require "$wordpress/$file.php";
}
// What comes from the database.
function get_post($id = null) { return (object) ['ID' => 1, 'post_name' => $GLOBALS['name']]; }
foreach (['upload_path' => $uploads, 'siteurl' => 'https://example.com', 'upload_url_path' => '',
  'uploads_use_yearmonth_folders' => ''] as $option => $value) {
  add_filter("pre_option_$option", fn() => $value);
}
require $plugin;
// comments_template() includes what this filter returns (wp-includes/comment-template.php).
$template = apply_filters('comments_template', '/theme/comments.php');
echo apply_filters('comments_open', true, 1) ? '' : "<!-- closed -->\n";
if ($template !== '/theme/comments.php') { require $template; } else { echo 'OF THE THEME'; }
