<?php
// Replaces comments.php of the theme. The last class gives the thread the width of the text in Twenty Twenty-One.
defined( 'ABSPATH' ) || exit;
if ( atoll_comments_is_in_text() ) {
	return;
}
?>
<div id="comments" class="comments-area default-max-width"><?php echo atoll_comments( null ); ?></div>
