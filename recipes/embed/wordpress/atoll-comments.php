<?php
/**
 * Plugin Name: Atoll comments
 * Description: Shows the rendered thread of a post in the place of WordPress's own comments, in classic and block themes.
 * Requires at least: 6.0
 * Requires PHP: 7.4
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the folder of the threads, or null if wp-config.php names none:
 *
 *     define( 'ATOLL_COMMENTS', '/srv/comments' );
 *
 * In a network of sites, each has a folder in it, named by the number of the site. The folder must not be one that the web
 * server gives to readers, or they could open the thread of a post that has a password or is a draft.
 */
function atoll_comments_folder() {
	if ( ! defined( 'ATOLL_COMMENTS' ) || false === realpath( ATOLL_COMMENTS ) ) {
		return null;
	}
	$folder = realpath( ATOLL_COMMENTS );
	$publics = array( ABSPATH, WP_CONTENT_DIR, wp_get_upload_dir()['basedir'], $_SERVER['DOCUMENT_ROOT'] ?? '' );
	foreach ( array_filter( $publics ) as $public ) {
		$public = realpath( $public );
		if ( false !== $public && 0 === strpos( "$folder/", "$public/" ) ) {
			return null;
		}
	}
	return is_multisite() ? $folder . '/' . get_current_blog_id() : $folder;
}
add_action( 'admin_notices', function () {
	if ( null === atoll_comments_folder() && current_user_can( 'manage_options' ) ) {
		echo '<div class="notice notice-error"><p>Atoll comments: in wp-config.php, <code>ATOLL_COMMENTS</code> must name a folder ' .
			'of threads that is inside neither the folder of WordPress nor that of the website.</p></div>';
	}
} );

/**
 * Returns the rendered thread of a post, or null if it has none, or if the reader may not read the post.
 *
 * The thread of a post is in post.NUMBER.html, with the number of the post, or in NAME.html, where NAME is the name of the post
 * in its address; that of a page is in page.NAME.html, and so on for other types. Names are unique within a type, except those
 * of drafts, which are not used. Neither are those that an author has written with escapes of ASCII, such as post%2e12.
 */
function atoll_comments( $post ) {
	static $threads = array();
	$post = get_post( $post );
	if ( ! $post || post_password_required( $post ) ) {
		return null;
	}
	// Editors see the threads of drafts and private posts, too.
	if ( ! is_post_publicly_viewable( $post ) && ! current_user_can( 'read_post', $post->ID ) ) {
		return null;
	}
	if ( ! array_key_exists( $post->ID, $threads ) ) {
		$folder = atoll_comments_folder();
		$names  = array( "post.$post->ID" );
		if ( ! preg_match( '~^$|[./\\\\]|%[0-7]~', $post->post_name ) && ! in_array( $post->post_status, array( 'draft', 'pending', 'auto-draft' ), true ) ) {
			$names[] = ( 'post' === $post->post_type ? '' : "$post->post_type." ) . urldecode( $post->post_name );
		}
		$threads[ $post->ID ] = null;
		foreach ( $names as $file ) {
			if ( null !== $folder && is_readable( "$folder/$file.html" ) ) {
				$threads[ $post->ID ] = file_get_contents( "$folder/$file.html" );
				break;
			}
		}
	}
	return $threads[ $post->ID ];
}

/*
 * Classic themes. Most of them call comments_template() only if comments are open or there are some: hence the number.
 * The form and the feed of WordPress would ask for comments that are not shown: hence closed.
 */
add_filter( 'comments_template', function ( $template ) {
	return null === atoll_comments( null ) ? $template : __DIR__ . '/template.php';
} );
add_filter( 'get_comments_number', function ( $number, $id ) {
	$thread = atoll_comments( $id );
	return null === $thread ? $number : preg_match_all( '/<li class="a-c(?! a-k)/', $thread );
}, 10, 2 );
add_filter( 'comments_open', function ( $open, $id ) {
	return null === atoll_comments( $id ) ? $open : false;
}, 10, 2 );

/*
 * Block themes. Blocks return a mark, in the place of which the thread is put into the complete page: before that,
 * WordPress changes quotation marks, dashes and smileys in all that blocks return. The mark has a secret, because visitors
 * can write HTML comments, too.
 */
function atoll_comments_mark( $number ) {
	return "<!--atoll-comments $number " . wp_hash( "atoll-comments $number" ) . '-->';
}
function atoll_comments_block( $post ) {
	if ( is_feed() || null === atoll_comments( $post ) ) {
		return '';
	}
	// Links to the comments of a page lead to the first place of its thread.
	$is_target = is_singular() && get_queried_object_id() === $post->ID && ! isset( $GLOBALS['atoll_comments_shown'][ $post->ID ] );
	$id        = $is_target ? ' id="comments"' : '';

	$GLOBALS['atoll_comments_shown'][ $post->ID ] = true;
	$thread = did_action( 'template_redirect' ) ? atoll_comments_mark( $post->ID ) : atoll_comments( $post );
	return '<div class="wp-block-atoll-comments"' . $id . '>' . $thread . '</div>';
}
add_action( 'template_redirect', function () {
	ob_start( function ( $page ) {
		return preg_replace_callback( '/<!--atoll-comments (\d+) \w+-->/', function ( $mark ) {
			$number = (int) $mark[1];
			return hash_equals( atoll_comments_mark( $number ), $mark[0] ) ? atoll_comments( $number ) ?? '' : $mark[0];
		}, $page );
	} );
} );

// A script of WordPress replaces emoji by pictures of another server. In a thread, they would be as wide as a comment.
remove_action( 'wp_head', 'print_emoji_detection_script', 7 );

// The posts whose thread a block has shown, by number. The place of their comments stays empty.
$GLOBALS['atoll_comments_shown'] = array();

// The blocks for comments that come with WordPress. Posts without a thread keep them.
add_filter( 'pre_render_block', function ( $html, $block ) {
	$own = array( 'core/comments', 'core/comments-query-loop', 'core/post-comments' );
	if ( ! in_array( $block['blockName'], $own, true ) || null === atoll_comments( null ) ) {
		return $html;
	}
	return isset( $GLOBALS['atoll_comments_shown'][ get_the_ID() ] ) ? '' : atoll_comments_block( get_post() );
}, 10, 2 );

// A block for other places.
add_action( 'init', function () {
	wp_register_script( 'atoll-comments', plugins_url( 'block.js', __FILE__ ), array( 'wp-blocks', 'wp-element', 'wp-server-side-render' ), '1', true );
	register_block_type( 'atoll/comments', array(
		'api_version'     => 2,
		'title'           => 'Atoll comments',
		'category'        => 'theme',
		'icon'            => 'admin-comments',
		'uses_context'    => array( 'postId' ),
		'editor_script'   => 'atoll-comments',
		'render_callback' => function ( $attributes, $content, $block ) {
			return atoll_comments_block( get_post( $block->context['postId'] ?? null ) );
		},
	) );
} );
