// CG Local's wire: a socket to the workshop for each page. PORT is put in by the test.
chrome.runtime.onConnect.addListener((port) => {
  const socket = new WebSocket("ws://localhost:PORT/");
  const tell = (status, more) => port.postMessage({ status, ...more });
  const send = (action, payload) => socket.send(JSON.stringify({ action, payload }));
  const actions = {
    "send-details": () => tell("status"),
    "app-ready": () => { tell("synchronized"); tell("setReadOnly", { state: true }); },
    "send-code": () => tell("getCode"),
    "set-read-only": ({ state }) => tell("setReadOnly", { state }),
    "update-code": ({ code, play }) => {
      tell("updateCode", { code: code.replace(/\r\n?/g, "\n") });
      if (play) setTimeout(() => tell("play"), 50);
    },
  };
  socket.onmessage = ({ data }) => {
    const { action, payload } = JSON.parse(data);
    actions[action]?.(payload);
  };
  port.onMessage.addListener(({ status, title, questionId, code }) => {
    if (status === "questionDetails") send("details", { title, questionId });
    if (status === "updateCode") send("code", { code });
  });
  port.onDisconnect.addListener(() => socket.close(1000));
});
