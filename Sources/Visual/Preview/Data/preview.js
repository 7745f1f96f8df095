'use strict';
const problems = document.getElementById('problems');
const status = document.getElementById('status');
const inSight = new Set();
let version = 0;

// A view is loaded when it is in sight and older than the last change.
const load = frame => {
  if (version === 0 || Number(frame.dataset.version) === version) return;
  const top = frame.contentWindow?.scrollY ?? 0;
  frame.dataset.version = version;
  frame.onload = () => frame.contentWindow?.scrollTo(0, top);
  frame.contentWindow.location.replace('/view/' + frame.dataset.view + '?' + version);
};
const observer = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (entry.isIntersecting) {
      inSight.add(entry.target);
      load(entry.target);
    } else inSight.delete(entry.target);
  }
});
document.querySelectorAll('iframe').forEach(frame => observer.observe(frame));

const events = new EventSource('/events');
events.onmessage = event => {
  const state = JSON.parse(event.data);
  const isBroken = state.problems.length > 0;
  problems.hidden = !isBroken;
  problems.textContent = state.problems.join('\n');
  status.textContent = isBroken ? (state.hasViews ? 'The views are those before the mistake' : 'A mistake') : 'Up to date';
  if (isBroken && version > 0 || !state.hasViews) return;
  version = state.version;
  inSight.forEach(load);
};
events.onerror = () => { status.textContent = 'atoll preview has ended'; };
