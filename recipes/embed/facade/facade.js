const button = document.getElementById("coral_load");
button.hidden = false;
button.addEventListener("click", () => {
  const script = document.createElement("script");
  script.src = button.dataset.server + "/assets/js/embed.js";
  script.onerror = () => { script.remove(); button.disabled = false; };
  script.onload = () => {
    document.getElementById("coral_thread").replaceChildren();
    Coral.createStreamEmbed({ id: "coral_thread", autoRender: true, rootURL: button.dataset.server, storyURL: button.dataset.story });
    button.remove();
  };
  button.disabled = true;
  document.head.append(script);
});
