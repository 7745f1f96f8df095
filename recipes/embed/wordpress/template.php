<?php
// Replaces comments.php of the theme.
defined( 'ABSPATH' ) || exit;
readfile( atoll_comments_file( get_post() ) );
