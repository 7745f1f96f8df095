const button = document.getElementById("coral_load");
button.hidden = false;
button.addEventListener("click", () => {
  const script = document.createElement("script");
  script.src = button.dataset.server + "/assets/js/embed.js";
  script.onerror = () => { script.remove(); button.disabled = false; };
  script.onload = () => {
    // A proxy may have sent an HTML page instead of the script.
    if (!window.Coral) return script.onerror();
    const thread = document.getElementById("coral_thread");
    thread.replaceChildren();
    Coral.createStreamEmbed({ id: "coral_thread", autoRender: true, rootURL: button.dataset.server, storyURL: button.dataset.story });
    // The focus was on the button.
    thread.tabIndex = -1;
    thread.focus();
    button.remove();
  };
  button.disabled = true;
  document.head.append(script);
});
