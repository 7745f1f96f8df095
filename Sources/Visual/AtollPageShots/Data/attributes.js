// The attributes of a page that links and assistive technology use but no screenshot shows, in document order: ids, languages
// and addresses, a list of texts for each element that has any.
[...document.querySelectorAll('*')].flatMap(element => {
  const names = ['id', 'lang', 'dir', 'href', 'hreflang', 'rel', 'target', 'download', 'for',
    'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-details', 'datetime'];
  const found = names.filter(name => element.hasAttribute(name))
    .flatMap(name => [name, element.getAttribute(name)]);
  return found.length ? [[element.localName, ...found]] : [];
})
