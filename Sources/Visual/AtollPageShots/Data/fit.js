// Gives the comments of a card the largest type that fits, and returns whether the card fits. What does not fit is left
// out: first quotes, then the comments that are answered and the title of the story, and last the ends of comments.
(async () => {
  const list = document.querySelector('.a-card > .a-l');
  if (!list) return true;
  // A moving image shows its first frame, and a damaged one is left out.
  await Promise.all([...document.images].map(image => {
    if (!image.naturalWidth) return image.remove();
    const frame = document.createElement('canvas');
    [frame.width, frame.height] = [image.naturalWidth, image.naturalHeight];
    frame.getContext('2d').drawImage(image, 0, 0);
    image.src = frame.toDataURL();
    return image.decode();
  }));
  const set = (element, property, value) => element.style.setProperty(property, value, 'important');
  const bodies = [...list.querySelectorAll('.a-b')];
  const fits = () => list.scrollHeight <= list.clientHeight
    && bodies.every(body => body.scrollWidth <= body.clientWidth);

  // The places at which sentences, words and characters end.
  const ends = (text, granularity) =>
    [...new Intl.Segmenter(document.documentElement.lang, { granularity }).segment(text)]
      .map(part => part.index + part.segment.trimEnd().length).filter(place => place > 0);
  const stopsIn = element => {
    const [sentences, words, characters] = ['sentence', 'word', 'grapheme']
      .map(kind => ends(element.textContent, kind));
    // Nothing is between two paragraphs in the text of their parent.
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let place = 0; texts.nextNode();) words.push(place += texts.currentNode.length);
    return [sentences, words.sort((one, other) => one - other), characters];
  };
  const [longestWord, longestQuote] = [60, 100];
  const stop = ([sentences, words, characters], limit) => {
    const last = places => places.findLast(place => place <= limit) ?? 0;
    // A sentence that would leave little of what fits is cut between words.
    if (last(sentences) * 2 > limit) return last(sentences);
    const isCut = limit - last(words) > longestWord || last(words) === 0 && words[0] > longestWord;
    return isCut ? last(characters) : last(words) || words[0];
  };
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

  // A quote above the words of the author is short.
  const quotes = bodies.flatMap(body => {
    const own = body.cloneNode(true);
    own.querySelectorAll('blockquote').forEach(quote => quote.remove());
    return own.textContent.trim() ? [...body.querySelectorAll(':scope > blockquote')] : [];
  });
  for (const quote of quotes) {
    if (quote.textContent.length > longestQuote) cut(quote, stop(stopsIn(quote), longestQuote));
  }
  const contexts = [...list.querySelectorAll('.a-above'), ...document.querySelectorAll('.a-card .a-source')];
  // The parts that may be left out, in this order.
  const parts = [quotes, ...contexts.map(context => [context])];
  const show = (part, isShown) => part.forEach(element => isShown
    ? element.style.removeProperty('display') : set(element, 'display', 'none'));

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
  for (const part of [[], ...parts]) {
    show(part, false);
    // No word is broken, if it can be helped.
    if (choose('normal') || choose('anywhere')) return true;
  }

  quotes.forEach(quote => quote.remove());
  contexts.forEach(context => show([context], true));
  const whole = bodies.map(body => [body.cloneNode(true), body.textContent]);
  const stops = bodies.map(stopsIn);
  const cutAll = limit => bodies.forEach((body, index) => {
    const [original, text] = whole[index];
    body.replaceChildren(...original.cloneNode(true).childNodes);
    if (text.length > limit) cut(body, stop(stops[index], limit));
  });
  const longest = Math.max(...whole.map(([, text]) => text.length));
  for (const context of [null, ...contexts]) {
    if (context) show([context], false);
    let [least, most] = [1, longest];
    while (least < most) {
      const limit = (least + most + 1) >> 1;
      cutAll(limit);
      if (fits()) least = limit; else most = limit - 1;
    }
    cutAll(least);
    // A comment has at least three lines, and each of several has at least one.
    const lines = bodies.length > 1 ? 1 : 3;
    const isLongEnough = body => body.clientHeight + 1 >= lines * parseFloat(getComputedStyle(body).lineHeight);
    if (fits() && bodies.every(isLongEnough)) return true;
  }
  // A title on the line of the publisher, for example, takes no room from the comments.
  for (const context of contexts.toReversed()) {
    show([context], true);
    if (!fits()) show([context], false);
  }
  return fits();
})()
