// Talks to the server, one request at a time: what is asked during a request or an animation waits its turn.

let chain = Promise.resolve();
let waiting = 0;
let replied = 0;

/** Run `task` when everything asked for before it is done. */
export function queue(task) {
  waiting += 1;
  const run = () => { waiting -= 1; return task(); };
  const next = chain.then(run, run);
  chain = next.catch(() => {});
  return next;
}

/** Is anything waiting? Then an animation need not take its time. */
export const inHurry = () => waiting > 0;

/** Milliseconds since the server's last answer. */
export const sinceReply = () => performance.now() - replied;

/** The server's no, with its sentence and, where there is a game, its present state. */
export class Refusal extends Error {
  constructor(status, reply) {
    super(reply.message ?? "");
    this.status = status;
    this.code = reply.error ?? "";
    this.game = reply.game ?? null;
  }
}

/** Ask the server; a `body` makes it a POST. */
export async function ask(path, lang, body) {
  return (await fetched(path, lang, body)).json().catch(silence);
}

/** Send a text that is JSON already. */
export async function send(path, lang, text) {
  return (await fetched(path, lang, undefined, text)).json().catch(silence);
}

/** What a page of the server says: its main part. */
export async function page(path, lang) {
  const text = await (await fetched(path, lang)).text().catch(silence);
  return new DOMParser().parseFromString(text, "text/html").querySelector("main") ?? silence();
}

/** An answer that is none, or not one of ours. */
function silence() {
  throw new Refusal(0, { error: "ui_offline" });
}

async function fetched(path, lang, body, text = body === undefined ? undefined : JSON.stringify(body)) {
  const options = { headers: { "Accept-Language": lang } };
  if (text !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = text;
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    return silence();
  }
  replied = performance.now();
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({})));
  return response;
}
