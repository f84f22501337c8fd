// Controls WebKit by the W3C WebDriver protocol: Debian's webkit2gtk-driver, with a virtual screen on a machine without one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const PORT = 4478;
const SCREEN = ':78';
const AT = `http://127.0.0.1:${PORT}`;

async function ask(method, path, body) {
  const answer = await fetch(AT + path, { method, headers: { 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${path}: ${value.error} ${value.message ?? ''}`);
  return value;
}

function started(command, args, env = {}) {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('spawn', () => resolve(child));
  });
}

async function ended(child) {
  if (!child || child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

async function newSession() {
  for (let tries = 0; tries < 50; tries++) {
    if (await ask('GET', '/status').catch(() => null)) break;
    await sleep(100);
  }
  return ask('POST', '/session', { capabilities: { alwaysMatch: {} } });
}

/** Opens a WebKit window; null on a machine without the driver. */
export async function webKit({ width, height }) {
  const screen = process.env.DISPLAY ? null : await started('Xvfb', [SCREEN, '-screen', '0', '1440x1000x24']);
  const driver = await started('WebKitWebDriver', [`--port=${PORT}`], process.env.DISPLAY ? {} : { DISPLAY: SCREEN });
  if (!driver) {
    await ended(screen);
    return null;
  }
  const { sessionId, capabilities } = await newSession().catch(async (error) => {
    await ended(driver);
    await ended(screen);
    throw error;
  });
  const window = `/session/${sessionId}`;
  const resize = (width, height) => ask('POST', `${window}/window/rect`, { x: 0, y: 0, width, height });
  await resize(width, height);
  const press = (source) => ask('POST', `${window}/actions`, { actions: [source] });
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    resize,
    open: (url) => ask('POST', `${window}/url`, { url }),
    /** `run` is called in the page with `args`; it cannot access anything in this file. */
    inPage: (run, ...args) => ask('POST', `${window}/execute/sync`, { script: `return (${run})(...arguments)`, args }),
    /** Does the same for an asynchronous `run`. */
    inPageLater: (run, ...args) =>
      ask('POST', `${window}/execute/async`, { script: `const done = arguments[arguments.length - 1]; (${run})(...arguments).then(done)`, args }),
    forget: () => ask('DELETE', `${window}/cookie`),
    cookie: (name, value) => ask('POST', `${window}/cookie`, { cookie: { name, value, path: '/' } }),
    key: (value) =>
      press({
        type: 'key',
        id: 'keys',
        actions: [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ],
      }),
    type: (text) =>
      press({
        type: 'key',
        id: 'keys',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      }),
    /** Sets the file of a field, as if the user had chosen it. */
    async choose(selector, path) {
      const [element] = Object.values(await ask('POST', `${window}/element`, { using: 'css selector', value: selector }));
      await ask('POST', `${window}/element/${element}/value`, { text: path });
    },
    /** Drags from one point to another, each `[x, y]`. */
    drag: (from, to) =>
      press({
        type: 'pointer',
        id: 'finger',
        actions: [
          { type: 'pointerMove', duration: 0, x: Math.round(from[0]), y: Math.round(from[1]) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerMove', duration: 100, x: Math.round((from[0] + to[0]) / 2), y: Math.round((from[1] + to[1]) / 2) },
          { type: 'pointerMove', duration: 100, x: Math.round(to[0]), y: Math.round(to[1]) },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    tap: (x, y) =>
      press({
        type: 'pointer',
        id: 'finger',
        actions: [
          { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    async close() {
      await ask('DELETE', window).catch(() => undefined);
      await ended(driver);
      await ended(screen);
    },
  };
}
