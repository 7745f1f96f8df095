/// The page that shows a report, before and behind its data.
enum SnapshotReportPage {
  static let head = #"""
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>Snapshots</title>
    <style>
    :root { color-scheme: light dark; --line: #8884; --mark: #d22; --ink: CanvasText }
    * { box-sizing: border-box }
    body { margin: 0; font: 14px/20px system-ui, sans-serif; display: grid;
      grid-template-columns: 20rem minmax(0, 1fr); height: 100vh }
    nav { overflow: auto; border-inline-end: 1px solid var(--line); padding: 8px }
    nav h2 { font-size: 13px; margin: 16px 8px 4px; overflow-wrap: anywhere }
    nav button { display: block; width: 100%; text-align: start; border: 0; background: none;
      color: inherit; font: inherit; padding: 4px 8px; border-radius: 4px; overflow-wrap: anywhere }
    nav button[aria-current] { background: Highlight; color: HighlightText }
    main { overflow: auto; padding: 16px }
    h1 { font-size: 18px; line-height: 24px; margin: 0 0 8px; overflow-wrap: anywhere }
    ul { margin: 0 0 12px; padding-inline-start: 20px }
    code { font: 12px/18px ui-monospace, monospace }
    .views { display: flex; gap: 4px; flex-wrap: wrap; margin: 8px 0 }
    .views button { font: inherit; padding: 2px 10px }
    .views button[aria-pressed=true] { outline: 2px solid Highlight }
    .stage { display: flex; gap: 12px; align-items: flex-start }
    .stage figure { margin: 0; min-width: 0 }
    .stage figcaption { font-size: 12px; opacity: .7 }
    .stage img, .stage canvas { max-width: 100%; display: block; border: 1px solid var(--line) }
    .pile { position: relative; display: inline-block; max-width: 100% }
    .pile img + img { position: absolute; inset: 0 auto auto 0 }
    .pile.swipe img + img { clip-path: inset(0 0 0 var(--cut, 50%)) }
    .pile.swipe { cursor: ew-resize }
    .pile.overlay img + img { opacity: .5 }
    .pile.blink img + img { animation: blink 1s steps(1) infinite }
    @keyframes blink { 50% { opacity: 0 } }
    pre { overflow: auto; border: 1px solid var(--line); padding: 8px; font: 12px/18px ui-monospace, monospace }
    .added { color: #0a0 } .gone { color: #d22 }
    kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 4px }
    summary { cursor: pointer; margin: 0 0 12px; padding-inline-start: 4px }
    footer { margin-top: 24px; opacity: .8 }
    @media (width < 640px) {
      body { grid-template: 30vh minmax(0, 1fr) / minmax(0, 1fr) }
      nav { border-inline-end: 0; border-block-end: 1px solid var(--line) }
    }
    </style>
    <nav aria-label="Snapshots"></nav>
    <main tabindex="-1"></main>
    <script type="application/json" id="data">
    """#

  static let tail = #"""
    </script>
    <script>
    'use strict';
    const data = JSON.parse(document.getElementById('data').textContent);
    const nav = document.querySelector('nav'), main = document.querySelector('main');
    const views = { 1: 'side', 2: 'swipe', 3: 'blink', 4: 'overlay', 5: 'difference' };
    const names = { side: 'Side by side', swipe: 'Swipe', blink: 'Blink', overlay: 'Overlay',
      difference: 'Difference' };
    let place = 0, view = 'side';
    const make = (tag, text, facts) => {
      const element = document.createElement(tag);
      if (text !== undefined) element.textContent = text;
      return Object.assign(element, facts || {});
    };
    const list = () => {
      nav.replaceChildren();
      let cause = null;
      data.forEach((entry, index) => {
        if (entry.cause !== cause) {
          cause = entry.cause;
          nav.append(make('h2', cause + '  ' + entry.headline));
        }
        const button = make('button', entry.state + '  ' + entry.name);
        if (index === place) button.setAttribute('aria-current', 'true');
        button.onclick = () => { place = index; show(); };
        nav.append(button);
      });
      const current = nav.querySelector('[aria-current]');
      if (current) current.scrollIntoView({ block: 'nearest' });
    };
    const image = (address, alt) => make('img', undefined, { src: address, alt });
    const figure = (address, caption) => {
      const figure = make('figure');
      figure.append(image(address, caption), make('figcaption', caption));
      return figure;
    };
    const pile = (entry, kind) => {
      const pile = make('div', undefined, { className: 'pile ' + kind });
      pile.append(image(entry.old, 'as it was'), image(entry.new, 'as it is'));
      if (kind === 'swipe') pile.onpointermove = event => {
        const box = pile.getBoundingClientRect();
        pile.style.setProperty('--cut', (event.clientX - box.left) / box.width * 100 + '%');
      };
      return pile;
    };
    const difference = async entry => {
      const [old, now] = [image(entry.old), image(entry.new)];
      await Promise.all([old.decode(), now.decode()]);
      const canvas = make('canvas', undefined, {
        width: Math.max(old.naturalWidth, now.naturalWidth),
        height: Math.max(old.naturalHeight, now.naturalHeight) });
      const read = one => {
        const pen = canvas.getContext('2d', { willReadFrequently: true });
        pen.clearRect(0, 0, canvas.width, canvas.height);
        pen.drawImage(one, 0, 0);
        return pen.getImageData(0, 0, canvas.width, canvas.height);
      };
      const [before, after] = [read(old), read(now)];
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
      const figure = make('figure');
      figure.append(canvas, make('figcaption', count + ' pixels differ: darker red, lighter green, '
        + 'only on one blue'));
      return figure;
    };
    const textOf = entry => {
      const pre = make('pre');
      for (const line of entry.text.split('\n')) {
        pre.append(make('span', line + '\n', {
          className: line[0] === '+' ? 'added' : line[0] === '-' ? 'gone' : '' }));
      }
      return pre;
    };
    const most = 8;
    // Pictures begin on the first screen, however much is said about them.
    const findings = entry => {
      const lists = [make('ul')];
      entry.findings.forEach((text, index) => {
        if (index === most) {
          const rest = make('details');
          rest.append(make('summary', entry.findings.length - most + ' more'), make('ul'));
          lists.push(rest, rest.lastChild);
        }
        const item = make('li');
        item.append(make('code', text));
        lists.at(-1).append(item);
      });
      return lists.slice(0, 2);
    };
    const keys = entry => {
      const help = make('footer');
      const command = make('p', 'To accept all with this cause: ');
      command.append(make('code', commandFor(entry)));
      help.append(command);
      for (const [key, meaning] of [['j', 'next'], ['k', 'before'], ['J', 'next cause'],
        ['1 – 5', 'view'], ['← →', 'swipe'], ['c', 'copies the command']]) {
        help.append(make('kbd', key), ' ' + meaning + '  ');
      }
      return help;
    };
    const commandFor = entry => 'atoll snapshot accept --cause ' + entry.cause;
    const buttons = () => {
      const row = make('div', undefined, { className: 'views' });
      for (const [key, name] of Object.entries(views)) {
        const button = make('button', key + ' ' + names[name]);
        button.setAttribute('aria-pressed', name === view);
        button.onclick = () => { view = name; show(); };
        row.append(button);
      }
      return row;
    };
    const show = async () => {
      list();
      const entry = data[place];
      if (!entry) { main.replaceChildren(make('h1', 'Nothing is pending')); return; }
      const stage = make('div', undefined, { className: 'stage' });
      main.replaceChildren(make('h1', entry.name), make('p', entry.state + (entry.note ? ': ' + entry.note : '')));
      main.append(...findings(entry));
      const help = keys(entry);
      if (entry.text !== undefined) {
        main.append(textOf(entry), help);
      } else if (entry.old && entry.new) {
        main.append(buttons(), stage, help);
        if (view === 'side') {
          stage.append(figure(entry.old, 'as it was'), figure(entry.new, 'as it is'));
        } else if (view === 'difference') {
          stage.append(await difference(entry));
        } else stage.append(pile(entry, view));
      } else if (entry.new) {
        main.append(stage, help);
        stage.append(figure(entry.new, 'as it is; what it was is not here'));
      } else main.append(help);
    };
    const swipe = by => {
      const pile = document.querySelector('.pile.swipe');
      if (!pile) return;
      const cut = parseFloat(pile.style.getPropertyValue('--cut') || '50');
      pile.style.setProperty('--cut', Math.min(100, Math.max(0, cut + by)) + '%');
    };
    addEventListener('keydown', event => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const last = data.length - 1;
      if (event.key === 'j') place = Math.min(place + 1, last);
      else if (event.key === 'k') place = Math.max(place - 1, 0);
      else if (event.key === 'J') {
        const next = data.findIndex((entry, i) => i > place && entry.cause !== data[place].cause);
        if (next >= 0) place = next;
      } else if (views[event.key]) view = views[event.key];
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        return swipe(event.key === 'ArrowLeft' ? -5 : 5);
      } else if (event.key === 'c' && data[place]) {
        const told = document.querySelector('footer p');
        if (!navigator.clipboard) return;
        navigator.clipboard.writeText(commandFor(data[place])).then(() => told.append('  copied'))
          .catch(() => told.append('  cannot be copied here'));
        return;
      } else return;
      event.preventDefault();
      show();
    });
    show();
    </script>
    """#
}
