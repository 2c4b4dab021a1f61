/** What the page asks of Acme's own backend, and of the demo's buttons in the control plane. */
(() => {
  const post = async (url, body = {}) => {
    const headers = { "content-type": "text/plain;charset=UTF-8" };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer.json();
  };
  /** Where the control plane is; nowhere when the demo is served by itself. */
  const connection = JSON.parse(document.getElementById("connection").textContent);
  const change = (userId, what, body) =>
    post(`${connection.endpoint}/demo/users/${userId}${what}`, body);
  const USAGE = ["exports", "ai_credits", "seats"];
  let saved = Promise.resolve();

  window.backend = {
    connection,
    /** A client-session token: the page never sees the server key. */
    session: async (user_id) => (await post("/session", { user_id })).client_token,
    change,
    /** Only what was changed, one after the other: the rest the database may know better by now. */
    save(userId, { plan, trial, ...patch }) {
      const used = USAGE.flatMap((handle) => (handle in patch ? [[handle, patch[handle]]] : []));
      const usage = used.length > 0 ? Object.fromEntries(used) : undefined;
      const body = { plan_handle: plan, trial, usage };
      if (Object.values(body).every((value) => value === undefined)) return saved;
      saved = saved.catch(() => undefined).then(() => change(userId, "", body));
      return saved;
    },
  };
})();
