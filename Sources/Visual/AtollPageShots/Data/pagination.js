const pages = new CSSStyleSheet();
pages.replaceSync('html { column-width: {{width}}px !important; column-count: auto !important; '
  + 'column-gap: {{gap}}px !important; column-fill: auto !important; '
  + 'block-size: {{height}}px !important; inline-size: {{width}}px !important; }');
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pages];
const columns = {page: 'column', left: 'column', right: 'column', recto: 'column',
  verso: 'column', 'avoid-page': 'avoid'};
for (const element of document.querySelectorAll('body *')) {
  const style = getComputedStyle(element);
  for (const name of ['break-before', 'break-after', 'break-inside']) {
    const column = columns[style.getPropertyValue(name)];
    if (column) element.style.setProperty(name, column, 'important');
  }
}
