'use strict';
// One event stream for all tabs: browsers open at most six connections to a server, and each stream takes one.
const tabs = [];
let last = '';
const send = state => {
  last = state;
  for (const tab of tabs) tab.postMessage(state);
};
const connect = () => {
  const events = new EventSource('/events');
  events.onmessage = event => send(event.data);
  events.onerror = () => {
    send('');
    // After a refused connection the browser tries again by itself, after any other answer it does not.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
};
onconnect = event => {
  tabs.push(event.ports[0]);
  if (last) event.ports[0].postMessage(last);
};
connect();
