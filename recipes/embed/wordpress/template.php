<?php
// Replaces comments.php of the theme. The last class gives the thread the width of the text in Twenty Twenty-One.
defined( 'ABSPATH' ) || exit;
if ( isset( $GLOBALS['atoll_comments_shown'][ get_the_ID() ] ) ) {
	return;
}
?>
<div id="comments" class="comments-area default-max-width"><?php echo atoll_comments( null ); ?></div>
