'use strict';
const { option, causes, snapshots } = JSON.parse(document.getElementById('data').textContent);
// A snapshot that several edits changed is listed with each; all its entries share its pictures.
const data = causes.flatMap(({ name, headline }) => snapshots.filter(one => one.causes.includes(name))
  .map(one => ({ __proto__: one, snapshot: one, cause: name, headline })));
const nav = document.querySelector('nav div'), main = document.querySelector('main');
const filter = document.querySelector('nav input'), matches = document.querySelector('nav p');
const views = { 1: 'side', 2: 'swipe', 3: 'blink', 4: 'overlay', 5: 'difference' };
const names = { side: 'Side by side', swipe: 'Swipe', blink: 'Blink', overlay: 'Overlay',
  difference: 'Difference' };
let place = 0, view = 'side', isWhole = true, hasBoxes = true, current = -1;
const make = (tag, facts, ...children) => {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...children);
  return element;
};
const entriesOf = snapshot => data.filter(entry => entry.snapshot === snapshot);
// A snapshot is listed if it has every word of the filter somewhere.
const isListed = entry => {
  const text = [entry.state, entry.choice, entry.name, entry.cause, entry.headline].join(' ').toLowerCase();
  return filter.value.toLowerCase().split(/\s+/).every(word => text.includes(word));
};
const list = () => {
  const hadFocus = nav.contains(document.activeElement);
  nav.replaceChildren();
  let cause = null;
  const count = snapshots.filter(one => entriesOf(one).some(isListed)).length, all = snapshots.length;
  matches.textContent = count === all ? count + ' snapshots' : count + ' of ' + all;
  data.forEach((entry, index) => {
    if (!isListed(entry)) return;
    if (entry.cause !== cause) {
      cause = entry.cause;
      nav.append(make('h2', {}, cause + '  ' + entry.headline));
    }
    const state = entry.choice ? entry.choice + 'ed' : entry.state;
    const button = make('button', { onclick: () => { place = index; show(); } },
      make('span', { className: 'state ' + state }, state), '  ' + entry.name);
    if (index === place) button.setAttribute('aria-current', 'true');
    nav.append(button);
  });
  const chosen = nav.querySelector('[aria-current]');
  if (!chosen) return;
  chosen.scrollIntoView({ block: 'nearest' });
  if (hadFocus) chosen.focus();
};

// Decisions: nothing is done here, a command to copy does it.
const choose = (entries, choice) => {
  const isOff = entries.every(entry => entry.choice === choice);
  for (const entry of entries) entry.choice = isOff ? undefined : choice;
  show();
};
const ofCause = entry => data.filter(other => other.cause === entry.cause);
const command = choice => {
  const words = [];
  for (const cause of new Set(data.map(entry => entry.cause))) {
    const all = data.filter(entry => entry.cause === cause);
    const chosen = all.filter(entry => entry.choice === choice);
    if (chosen.length === all.length) words.push('--cause ' + cause);
    // A snapshot is a reference if all its causes are accepted, and rejected with any of them.
    else words.push(...chosen.filter(entry => choice === 'reject'
      || entriesOf(entry.snapshot).every(other => other.choice === choice)).map(entry => entry.name));
  }
  return words.length ? 'atoll snapshot ' + choice + option + ' ' + [...new Set(words)].join(' ') : '';
};
const commands = () => ['accept', 'reject'].map(command).filter(line => line).join(' && ');
const copy = (text, button) => {
  if (!navigator.clipboard) return;
  navigator.clipboard.writeText(text).then(() => button.textContent = 'Copied')
    .catch(() => button.textContent = 'Cannot be copied here');
};
const decisions = () => {
  const text = commands();
  if (!text) return [];
  const count = snapshots.filter(one => entriesOf(one).every(entry => entry.choice)).length;
  const button = make('button', { onclick: () => copy(text, button) }, 'Copy');
  return [make('section', { className: 'decisions' },
    make('p', {}, count + ' of ' + snapshots.length + ' decided; this command does it:'),
    make('p', {}, make('code', {}, text)), button)];
};
const choices = entry => {
  const row = make('div', { className: 'views choices' });
  const all = ofCause(entry);
  const add = (key, text, entries, choice) => {
    const button = make('button', { onclick: () => choose(entries, choice) }, key + ' ' + text);
    button.setAttribute('aria-pressed', entries.every(other => other.choice === choice));
    row.append(button);
  };
  add('a', 'Accept', entriesOf(entry.snapshot), 'accept');
  add('r', 'Reject', entriesOf(entry.snapshot), 'reject');
  if (all.length > 1) {
    add('A', 'Accept all ' + all.length + ' with this cause', all, 'accept');
    add('R', 'Reject all ' + all.length, all, 'reject');
  }
  return row;
};

// Pictures.
const image = (address, alt) => make('img', { src: address, alt });
const framed = (...parts) =>
  make('div', { className: 'pane' }, make('div', { className: 'frame' }, ...parts));
const grouped = number => number.toLocaleString('en');
// A large screenshot is only shown in part, so that the report stays small.
const rows = entry => entry.rows ? ', rows ' + grouped(entry.rows[0] + 1) + ' to ' + grouped(entry.rows[1])
  + ' of ' + grouped(entry.rows[2]) : '';
const figure = (entry, address, caption) => make('figure', {}, framed(image(address, caption)),
  make('figcaption', {}, caption + rows(entry)));
const pile = (entry, kind) => {
  const pane = framed(image(entry.old, 'as it was'), image(entry.new, 'as it is'));
  const pile = pane.firstChild;
  pile.className += ' pile ' + kind;
  if (kind === 'swipe') pile.onpointermove = event => {
    const box = pile.getBoundingClientRect();
    pile.style.setProperty('--cut', (event.clientX - box.left) / box.width * 100 + '%');
  };
  return pane;
};
const pixels = async entry => {
  const [old, now] = [image(entry.old), image(entry.new)];
  await Promise.all([old.decode(), now.decode()]);
  const canvas = make('canvas', {
    width: Math.max(old.naturalWidth, now.naturalWidth),
    height: Math.max(old.naturalHeight, now.naturalHeight) });
  const read = one => {
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(one, 0, 0);
    return pen.getImageData(0, 0, canvas.width, canvas.height);
  };
  return { canvas, before: read(old), after: read(now) };
};
const difference = async entry => {
  const { canvas, before, after } = await pixels(entry);
  const [a, b] = [before.data, after.data];
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    const same = a[i] === b[i] && a[i+1] === b[i+1] && a[i+2] === b[i+2] && a[i+3] === b[i+3];
    if (same) {
      const grey = 217 + (b[i] * 299 + b[i+1] * 587 + b[i+2] * 114) / 1000 * 38 / 255;
      b[i] = b[i+1] = b[i+2] = grey;
    } else {
      count++;
      const lighter = b[i] + b[i+1] + b[i+2] > a[i] + a[i+1] + a[i+2];
      const whole = a[i+3] === 255 && b[i+3] === 255;
      [b[i], b[i+1], b[i+2]] = whole ? lighter ? [0, 150, 0] : [215, 0, 0] : [90, 130, 230];
    }
    b[i+3] = 255;
  }
  canvas.getContext('2d').putImageData(after, 0, 0);
  return make('figure', {}, framed(canvas), make('figcaption', {}, grouped(count)
    + ' pixels differ: darker red, lighter green, only on one blue' + rows(entry)));
};
// Where pixels differ, from the top down: rows that lie closer than this are one box.
const closest = 12;
const boxes = async entry => {
  if (entry.boxes) return entry.boxes;
  const { before, after } = await pixels(entry);
  const { width, height } = after;
  const [a, b] = [new Uint32Array(before.data.buffer), new Uint32Array(after.data.buffer)];
  const found = [];
  for (let y = 0; y < height; y++) {
    let left = -1, right = -1;
    for (let x = 0, i = y * width; x < width; x++, i++) if (a[i] !== b[i]) {
      if (left < 0) left = x;
      right = x;
    }
    if (left < 0) continue;
    const last = found.at(-1);
    if (last && y - last.bottom <= closest) {
      Object.assign(last, { left: Math.min(last.left, left), right: Math.max(last.right, right),
        bottom: y });
    } else found.push({ left, right, top: y, bottom: y });
  }
  return entry.boxes = found;
};
// Marks the places that differ, and scrolls to the current one, or to the first one of a snapshot shown anew.
const mark = async (entry, stage, isNew) => {
  const found = await boxes(entry);
  if (data[place] !== entry) return;
  for (const frame of stage.querySelectorAll('.frame')) {
    const picture = frame.querySelector('img, canvas');
    if (picture.decode) await picture.decode();
    const [width, height] = [picture.naturalWidth || picture.width, picture.naturalHeight || picture.height];
    found.forEach((box, index) => {
      const part = make('div', { className: 'box' + (index === current ? ' current' : '') });
      part.style.cssText = 'left:' + 100 * box.left / width + '%;top:' + 100 * box.top / height
        + '%;width:' + 100 * (box.right + 1 - box.left) / width + '%;height:'
        + 100 * (box.bottom + 1 - box.top) / height + '%';
      frame.append(part);
    });
  }
  const status = main.querySelector('.status');
  if (status) status.textContent = found.length + (found.length === 1 ? ' place differs' : ' places differ')
    + (current >= 0 ? ', at ' + (current + 1) : '');
  for (const pane of stage.querySelectorAll('.pane')) {
    const box = pane.querySelector(current >= 0 ? '.box.current' : '.box');
    if (!box || current < 0 && !isNew) continue;
    if (isWhole) {
      pane.scrollTop = box.offsetTop - pane.clientHeight / 2;
      pane.scrollLeft = box.offsetLeft - 40;
    }
    if (current >= 0) box.scrollIntoView({ block: isWhole ? 'nearest' : 'center', inline: 'nearest' });
  }
};
const jump = async () => {
  const entry = data[place];
  if (!entry || !entry.old || !entry.new) return;
  const found = await boxes(entry);
  current = found.length ? (current + 1) % found.length : -1;
  isWhole = hasBoxes = true;
  show();
};
// Both sides show the same part.
const scrollTogether = stage => {
  const panes = [...stage.querySelectorAll('.pane')];
  for (const pane of panes) pane.onscroll = () => {
    for (const other of panes) if (other !== pane) {
      if (other.scrollTop !== pane.scrollTop) other.scrollTop = pane.scrollTop;
      if (other.scrollLeft !== pane.scrollLeft) other.scrollLeft = pane.scrollLeft;
    }
  };
};
const textOf = entry => {
  const pre = make('pre');
  // All of a new text is new.
  if (entry.state === 'missing') { pre.textContent = entry.text; return pre; }
  for (const line of entry.text.split('\n')) {
    pre.append(make('span', {
      className: line[0] === '+' ? 'added' : line[0] === '-' ? 'gone' : line[0] === '@' ? 'hunk' : '' },
      line + '\n'));
  }
  return pre;
};
const most = 8;
// Pictures begin on the first screen, however much is said about them.
const findings = entry => {
  const lists = [make('ul')];
  entry.findings.forEach((text, index) => {
    if (index === most) {
      const more = make('ul');
      lists.push(make('details', {}, make('summary', {}, entry.findings.length - most + ' more'), more), more);
    }
    lists.at(-1).append(make('li', {}, make('code', {}, text)));
  });
  return lists.slice(0, 2);
};
const keys = () => {
  const help = make('footer');
  for (const [key, meaning] of [['/', 'filter'], ['j', 'next'], ['k', 'before'], ['J', 'next cause'],
    ['a r', 'accept, reject'], ['A R', 'all with this cause'], ['c', 'copies the command'],
    ['1 – 5', 'view'], ['z', 'actual size'], ['n', 'next difference'], ['b', 'boxes'], ['← →', 'swipe']]) {
    help.append(make('kbd', {}, key), ' ' + meaning + '  ');
  }
  return help;
};
const buttons = () => {
  const row = make('div', { className: 'views' });
  const add = (text, isPressed, action) => {
    const button = make('button', { onclick: action }, text);
    if (isPressed !== undefined) button.setAttribute('aria-pressed', isPressed);
    row.append(button);
  };
  const both = data[place].old && data[place].new;
  for (const [key, name] of both ? Object.entries(views) : []) {
    add(key + ' ' + names[name], name === view, () => { view = name; show(); });
  }
  add('z Actual size', isWhole, () => { isWhole = !isWhole; show(); });
  if (!both) return row;
  add('b Boxes', hasBoxes, () => { hasBoxes = !hasBoxes; show(); });
  add('n Next difference', undefined, jump);
  row.append(make('span', { className: 'status', role: 'status' }));
  return row;
};
let shown = -1;
const show = async () => {
  if (place !== shown) current = -1;
  const isNew = place !== shown;
  const entry = data[place];
  if (isNew && shown >= 0) history.replaceState(null, '', '#' + entry.name);
  shown = place;
  list();
  if (!entry) { main.replaceChildren(make('h1', {}, 'Nothing is pending')); return; }
  const stage = make('div', { className: 'stage' });
  stage.classList.toggle('whole', isWhole);
  stage.classList.toggle('hidden', !hasBoxes);
  const help = keys();
  const state = make('p', {}, make('span', { className: 'state ' + entry.state }, entry.state),
    entry.note ? ' ' + entry.note : '');
  main.replaceChildren(...decisions(), make('h1', {}, entry.name), state, choices(entry), ...findings(entry));
  if (isNew) main.scrollTop = 0;
  if (entry.text !== undefined) {
    main.append(textOf(entry), help);
  } else if (entry.old && entry.new) {
    main.append(buttons(), stage, help);
    if (view === 'side') {
      stage.append(figure(entry, entry.old, 'as it was'), figure(entry, entry.new, 'as it is'));
    } else if (view === 'difference') {
      stage.append(await difference(entry));
    } else stage.append(pile(entry, view));
    scrollTogether(stage);
    await mark(entry, stage, isNew);
  } else if (entry.new) {
    main.append(buttons(), stage, help);
    const what = entry.state === 'missing' ? 'new' : 'as it is; what it was is not here';
    stage.append(figure(entry, entry.new, what));
  } else main.append(help);
};
const swipe = by => {
  const pile = document.querySelector('.pile.swipe');
  if (!pile) return;
  const cut = parseFloat(pile.style.getPropertyValue('--cut') || '50');
  pile.style.setProperty('--cut', Math.min(100, Math.max(0, cut + by)) + '%');
};
filter.oninput = () => {
  const first = data.findIndex(isListed);
  if (first >= 0 && !isListed(data[place])) place = first;
  show();
};
addEventListener('keydown', event => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target === filter) {
    if (event.key === 'Escape' || event.key === 'Enter') filter.blur();
    return;
  }
  const next = data.findIndex((entry, i) => i > place && isListed(entry)
    && (event.key !== 'J' || entry.cause !== data[place].cause));
  if (event.key === 'j' || event.key === 'J') place = next >= 0 ? next : place;
  else if (event.key === 'k') place = Math.max(data.findLastIndex((entry, i) => i < place && isListed(entry)),
    data.findIndex(isListed), 0);
  else if (event.key === '/') filter.focus();
  else if (views[event.key]) view = views[event.key];
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    return swipe(event.key === 'ArrowLeft' ? -5 : 5);
  } else if (event.key === 'z') isWhole = !isWhole;
  else if (event.key === 'b') hasBoxes = !hasBoxes;
  else if (event.key === 'n') return jump();
  else if ('arAR'.includes(event.key) && data[place]) {
    const entry = data[place];
    const isOne = event.key === event.key.toLowerCase();
    return choose(isOne ? entriesOf(entry.snapshot) : ofCause(entry), 'aA'.includes(event.key) ? 'accept' : 'reject');
  } else if (event.key === 'c') {
    const button = main.querySelector('.decisions button');
    if (button) copy(commands(), button);
    return;
  } else return;
  event.preventDefault();
  show();
});
// An address may name a snapshot: report.html#look/demo/w390-light.png
place = Math.max(data.findIndex(entry => '#' + entry.name === location.hash), 0);
show();
