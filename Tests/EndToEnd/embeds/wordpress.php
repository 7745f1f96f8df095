<?php
// Installs WordPress with the plugin and the posts of the check, or changes its theme:
//   php wordpress.php FOLDER install PASSWORD    prints the identifiers of the posts
//   php wordpress.php FOLDER theme NAME
[, $folder, $task, $value] = $argv;
define('WP_INSTALLING', $task === 'install');
require "$folder/wp-load.php";
if ($task === 'theme') {
  switch_theme($value);
  exit;
}
function wp_new_blog_notification() {}
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install('Example', 'editor', 'editor@example.com', true, '', $value);
update_option('permalink_structure', '/%postname%/');
$failed = activate_plugin('atoll-comments/atoll-comments.php');
if (is_wp_error($failed)) exit($failed->get_error_message());

function add_post($name, $more = []) {
  return $GLOBALS['posts'][$name] = wp_insert_post(array_merge(['post_name' => $name, 'post_title' => ucfirst(strtr($name, '-', ' ')), 'post_author' => 1, 'post_date' => '2024-07-30 06:00:00', 'post_status' => 'publish',
    'post_content' => '<!-- wp:paragraph --><p>Twice a day the sea leaves a room full of animals behind.</p><!-- /wp:paragraph -->',
    'comment_status' => 'open'], $more), true);
}
add_post('tide-pools');
add_post('quotes');
add_post('潮だまり');
add_post('secret', ['post_password' => 'x']);
$private = add_post('private', ['post_status' => 'private']);
// Names with which an author could reach the threads of other posts.
add_post('secret_');
add_post('dotted', ['post_name' => "post%2e$private"]);
add_post('escaped', ['post_name' => '%73ecret']);
add_post('block', ['post_content' => '<!-- wp:atoll/comments /-->']);
// A visitor who tries to show the thread of the private post.
wp_insert_comment(['comment_post_ID' => add_post('lighthouse'), 'comment_author' => 'Ann',
  'comment_content' => "A comment of WordPress <!--atoll-comments $private--> <!--atoll-comments $private 0-->"]);
add_post('all', ['post_type' => 'page', 'comment_status' => 'closed', 'post_content' =>
  '<!-- wp:query {"query":{"perPage":20,"postType":"post"}} --><div class="wp-block-query"><!-- wp:post-template -->'
  . '<!-- wp:post-title /--><!-- wp:atoll/comments /--><!-- /wp:post-template --></div><!-- /wp:query -->']);
add_post('quotes-of-page', ['post_type' => 'page', 'post_name' => 'quotes', 'post_parent' => $posts['all']]);
flush_rewrite_rules();
echo json_encode($posts);
