(() => {
  const found = [];
  const split = text => {
    const parts = [];
    let depth = 0, quote = '', part = '';
    for (const c of text) {
      if (quote) { if (c === quote) quote = ''; }
      else if (c === '"' || c === "'") quote = c;
      else if (c === '(') depth++;
      else if (c === ')') depth--;
      if (c === ';' && !depth && !quote) { parts.push(part); part = ''; } else part += c;
    }
    parts.push(part);
    return parts.map(p => p.trim()).filter(p => p);
  };
  const walk = (rules, above) => {
    for (const rule of rules) {
      const own = rule.selectorText
        || rule.cssText.slice(0, Math.max(rule.cssText.indexOf('{'), 0)).trim();
      const name = (above ? above + ' ' : '') + own;
      if (rule.style) for (const text of split(rule.style.cssText)) {
        const colon = text.indexOf(':');
        found.push([name, text.slice(0, colon).trim(), text.slice(colon + 1).trim(), above]);
      }
      if (rule.cssRules) walk(rule.cssRules, name);
      if (rule.styleSheet) read(rule.styleSheet, above);
    }
  };
  const read = (sheet, above) => {
    const media = sheet.media.mediaText;
    const name = [above, media && '@media ' + media].filter(part => part).join(' ');
    try { walk(sheet.cssRules, name); } catch (error) {}
  };
  for (const sheet of document.styleSheets) read(sheet, '');
  return found;
})()
