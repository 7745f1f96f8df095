<?php
/**
 * Plugin Name: Atoll comments
 * Description: Shows the rendered thread of a post in the place of WordPress's own comments.
 */

// Threads are rendered to uploads/comments/NAME.html, where NAME is the name of the post in its address.
function atoll_comments_file( $post ) {
	$uploads = wp_get_upload_dir();
	$file    = $uploads['basedir'] . '/comments/' . sanitize_file_name( $post->post_name ) . '.html';
	return is_readable( $file ) ? $file : null;
}

// A post without a thread keeps the comments that its theme shows.
add_filter( 'comments_template', function ( $template ) {
	$post = get_post();
	return $post && atoll_comments_file( $post ) ? __DIR__ . '/template.php' : $template;
} );

// The form and the feed of WordPress would ask for comments that are not shown.
add_filter( 'comments_open', function ( $open, $id ) {
	$post = get_post( $id );
	return $post && atoll_comments_file( $post ) ? false : $open;
}, 10, 2 );
