'use strict';
const problems = document.getElementById('problems');
const status = document.getElementById('status');
const inSight = new Set();
let version = 0;

// A view is loaded when it is in sight and older than the last change: one after another, so that the first is on the
// screen as soon as possible.
let isLoading = false;
const loadNext = () => {
  if (version === 0 || isLoading) return;
  const frame = [...inSight].find(view => Number(view.dataset.version) !== version);
  if (!frame) return;
  isLoading = true;
  const top = frame.contentWindow?.scrollY ?? 0;
  frame.dataset.version = version;
  frame.onload = () => {
    frame.contentWindow?.scrollTo(0, top);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      isLoading = false;
      loadNext();
    }));
  };
  frame.contentWindow.location.replace('/view/' + frame.dataset.view + '?' + version);
};
const observer = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (entry.isIntersecting) inSight.add(entry.target);
    else inSight.delete(entry.target);
  }
  loadNext();
});
document.querySelectorAll('iframe').forEach(frame => observer.observe(frame));

const show = state => {
  const isBroken = state.problems.length > 0;
  problems.hidden = !isBroken;
  problems.textContent = state.problems.join('\n');
  status.textContent = isBroken ? (state.hasViews ? 'The views are those before the mistake' : 'A mistake') : 'Up to date';
  if (isBroken && version > 0 || !state.hasViews) return;
  version = state.version;
  isLoading = false;
  loadNext();
};
new SharedWorker('/events.js').port.onmessage = event => {
  if (event.data) return show(JSON.parse(event.data));
  status.textContent = 'atoll preview has ended';
  // The next preview at this address counts its versions from the start.
  for (const frame of document.querySelectorAll('iframe')) delete frame.dataset.version;
};
