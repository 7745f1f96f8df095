<?php
// Renders files with the engines of PHP: php engines.php INPUT_FOLDER OUTPUT_FOLDER WP_INCLUDES
[, $input, $output, $wordpress] = $argv;
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
require '/usr/share/php/Twig/autoload.php';
require '/usr/share/php/Illuminate/View/autoload.php';
define('ABSPATH', dirname($wordpress) . '/');
define('WPINC', 'wp-includes');
foreach (['compat', 'load', 'plugin', 'functions', 'formatting', 'kses', 'shortcodes'] as $file) {
  require "$wordpress/$file.php";
}
add_shortcode('gallery', fn() => 'GALLERY');
add_shortcode('atoll', fn($attributes, $content) => 'ATOLL');

$twig = new Twig\Environment(new Twig\Loader\FilesystemLoader($input));
$blade = new Illuminate\View\Compilers\BladeCompiler(
  new Illuminate\Filesystem\Filesystem(), sys_get_temp_dir());
function evaluated(string $code): string {
  ob_start();
  try { eval('?>' . $code); return ob_get_contents(); } finally { ob_end_clean(); }
}
$engines = [
  'twig' => fn($text, $name) => $twig->render($name, []),
  'blade' => fn($text) => evaluated($blade->compileString($text)),
  'php' => fn($text) => evaluated($text),
  'wordpress' => fn($text) => do_shortcode($text),
  'php-replace' => fn($text) => preg_replace('/<!--(here)-->/', $text, '<!--here-->'),
];
foreach ($engines as $engine => $render) {
  @mkdir("$output/$engine", 0777, true);
  foreach (array_diff(scandir($input), ['.', '..']) as $name) {
    try {
      $result = $render(file_get_contents("$input/$name"), $name);
    } catch (Throwable $error) {
      $result = 'FAILED: ' . $error->getMessage();
    }
    file_put_contents("$output/$engine/$name", $result);
  }
}
