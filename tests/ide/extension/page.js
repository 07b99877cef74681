// Between the page's DOM events and the worker, which has the socket.
const port = chrome.runtime.connect();
document.addEventListener("IDEToExternalEditor", (event) => port.postMessage(event.detail));
port.onMessage.addListener((detail) =>
  document.dispatchEvent(new CustomEvent("ExternalEditorToIDE", { detail })));
