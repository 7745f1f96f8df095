<?php
// What the theme shows in the place of its comments.php.
defined( 'ABSPATH' ) || exit;
readfile( atoll_comments_file( get_post() ) );
