(async () => {
  {{direction}}
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; '
    + 'transition: none !important; caret-color: transparent !important; '
    + 'scroll-behavior: auto !important; } '
    + '::details-content { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  {{pagination}}
  document.body && document.body.offsetHeight;
  await document.fonts.ready;
  const fits = await {{fit}};
  return fits;
})()
