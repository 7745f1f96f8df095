<?php
// Replaces comments.php of the theme. The last class gives the thread the width of the text in Twenty Twenty-One.
defined( 'ABSPATH' ) || exit;
?>
<div id="comments" class="comments-area default-max-width"><?php echo atoll_comments( null ); ?></div>
