// Gives the comments of a card the largest type that fits. Those that fit at no size are cut at the end of a sentence.
(() => {
  const list = document.querySelector('.a-card > .a-l');
  if (!list) return;
  const set = (element, property, value) => element.style.setProperty(property, value, 'important');
  const bodies = [...list.querySelectorAll('.a-b')];
  const fits = () => list.scrollHeight <= list.clientHeight
    && bodies.every(body => body.scrollWidth <= body.clientWidth);
  // More than a few words in the largest type would have too few of them on a line.
  const largest = bodies.some(body => body.textContent.length > 60) ? 44 : 64;
  const sizes = Array.from({ length: 27 }, (_, step) => 64 * 0.94 ** step)
    .filter(size => size <= largest && size >= (bodies.length > 1 ? 13 : 16));
  const choose = wrap => {
    const fitsAt = place => {
      for (const body of bodies) {
        set(body, 'font-size', `${sizes[place]}px`);
        set(body, 'overflow-wrap', wrap);
      }
      return fits();
    };
    let [low, high] = [0, sizes.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fitsAt(middle)) high = middle; else low = middle + 1;
    }
    return fitsAt(low);
  };
  // No word is broken, if it can be helped.
  if (choose('normal') || choose('anywhere')) return;

  const whole = bodies.map(body => [body.cloneNode(true), body.textContent]);
  const ends = (text, granularity) =>
    [...new Intl.Segmenter(document.documentElement.lang, { granularity }).segment(text)]
      .map(part => part.index + part.segment.trimEnd().length);
  const stops = whole.map(([, text]) => ['sentence', 'word', 'grapheme'].map(kind => ends(text, kind)));
  const cut = (body, place) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let left = place;
    while (texts.nextNode() && texts.currentNode.length < left) left -= texts.currentNode.length;
    const last = texts.currentNode;
    last.replaceData(left, last.length, /[.!?…。！？؟।]$/.test(last.data.slice(0, left)) ? '\u00a0…' : '…');
    range.setStart(last, last.length);
    range.setEnd(body, body.childNodes.length);
    range.deleteContents();
  };
  const cutAll = limit => bodies.forEach((body, index) => {
    const [original, text] = whole[index];
    body.replaceChildren(...original.cloneNode(true).childNodes);
    if (text.length <= limit) return;
    const places = stops[index].map(places => places.findLast(place => place <= limit) ?? 0);
    // A sentence that would leave little of what fits is cut between words.
    cut(body, places.find(place => place * 2 > limit) ?? places[2]);
  });
  let [least, most] = [1, Math.max(...whole.map(([, text]) => text.length))];
  while (least < most) {
    const limit = (least + most + 1) >> 1;
    cutAll(limit);
    if (fits()) least = limit; else most = limit - 1;
  }
  cutAll(least);
})();
