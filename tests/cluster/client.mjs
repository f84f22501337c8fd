// People who use the installation by HTTP. Each has an address of its own, so that limits by address count them apart.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD } from './cluster.mjs';

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};

/** The most milliseconds that an answer may take. */
export const ANSWER_MS = 3_000;
const GIVE_UP_MS = 60_000;

/** Sends one request; `answer` has status, json or text, milliseconds and the cookies; status 0 means no answer. */
export async function send(origin, method, path, { token, body, headers = {}, address = newAddress(), raw = false } = {}) {
  const began = performance.now();
  const json = body !== undefined && !(body instanceof FormData) && !Buffer.isBuffer(body);
  try {
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const ms = performance.now() - began;
    let parsed = null;
    if ((!raw || answer.status >= 400) && /json/.test(answer.headers.get('content-type') ?? '')) parsed = JSON.parse(bytes.toString());
    return { status: answer.status, json: parsed, bytes, ms, headers: answer.headers };
  } catch (error) {
    return {
      status: 0,
      json: null,
      bytes: Buffer.alloc(0),
      ms: performance.now() - began,
      headers: new Headers(),
      error: String(error.cause ?? error),
    };
  }
}

/** What a captcha asks for, read where the servers keep it: in Redis, or in the database while Redis is down. */
async function captchaOf({ redis, postgres }, uuid) {
  const found = redis ? await redis.value(`shuzhou:captcha_codes:${uuid}`) : null;
  if (found !== null) return found;
  const { rows } = await postgres.ask(`select value from cache_entry where key = 'captcha_codes:${uuid}'`);
  return rows[0]?.value ?? '';
}

/** What a captcha of an embedded installation asks for. */
export function embeddedCaptcha(dataDir) {
  return async (uuid) => {
    const db = new DatabaseSync(join(dataDir, 'shuzhou.db'), { readOnly: true });
    const row = db.prepare('select value from cache_entry where key = ?').get(`captcha_codes:${uuid}`);
    db.close();
    return row?.value ?? '';
  };
}

/** Signs in as a person does, with the picture's answer; returns the person. `origin`: another installation than the cluster's. */
export async function signIn(cluster, userName, { origin = cluster.origin, password = PASSWORD, captcha = (uuid) => captchaOf(cluster, uuid) } = {}) {
  const address = newAddress();
  const picture = await send(origin, 'GET', '/prod-api/captchaImage', { address });
  if (picture.json?.code !== 200) throw new Error(`captcha: ${picture.status} ${picture.json?.msg ?? picture.error}`);
  const { uuid = '', captchaEnabled } = picture.json;
  const code = captchaEnabled ? await captcha(uuid) : '';
  const answer = await send(origin, 'POST', '/prod-api/login', { address, body: { username: userName, password, code, uuid } });
  if (answer.json?.code !== 200) throw new Error(`sign-in of ${userName}: ${answer.status} ${answer.json?.msg ?? answer.error}`);
  const token = answer.json.token;
  const person = {
    userName,
    token,
    address,
    send: (method, path, more = {}) => send(origin, method, path, { token, address, ...more }),
    /** Sends a call; throws unless it is answered with 200. */
    async call(method, path, body) {
      const one = await person.send(method, `/prod-api${path}`, { body });
      if (one.json?.code !== 200)
        throw new Error(`${userName} ${method} ${path}: ${one.status} ${one.json?.msg ?? one.error ?? one.bytes.toString().slice(0, 200)}`);
      return one.json;
    },
  };
  return person;
}

/** Uploads in parts and repeats a part from where the server has it, whatever happens meanwhile; returns the id of the upload. */
export async function uploadParts(person, path, bytes, name, partBytes, onPart = () => undefined) {
  const tus = { 'tus-resumable': '1.0.0' };
  const end = performance.now() + 5 * GIVE_UP_MS;
  const again = async (what) => {
    if (performance.now() > end) throw new Error(`${what} of ${name} did not go through`);
    await pause(200);
  };
  const meta = `filename ${Buffer.from(name).toString('base64')}`;
  let place = '';
  while (place === '') {
    const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': meta };
    const created = await person.send('POST', `/prod-api${path}`, { headers });
    if (created.status === 201) place = new URL(created.headers.get('location'), 'http://any').pathname;
    else await again('the start');
  }
  for (let offset = 0, part = 0; offset < bytes.length; part += 1) {
    onPart(part);
    const body = bytes.subarray(offset, offset + partBytes);
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const sent = await person.send('PATCH', place, { headers, body: Buffer.from(body) });
    if (sent.status === 204) offset = Number(sent.headers.get('upload-offset'));
    else {
      await again('a part');
      const head = await person.send('HEAD', place, { headers: tus });
      if (head.status === 200) offset = Number(head.headers.get('upload-offset'));
    }
  }
  return place.split('/').at(-1);
}

/** Orders the preparation of an uploaded book; returns its id. */
export async function orderPreparation(editor, uploadId) {
  return (await editor.call('POST', '/cms/publish/preparation', { uploadId })).data.preparationId;
}

/** Waits until a preparation is ready; throws when it failed. Returns the id of the work. */
export async function prepared(editor, id, ms = 5 * 60_000) {
  for (const end = performance.now() + ms; ; await pause(300)) {
    const { json } = await editor.send('GET', `/prod-api/cms/publish/preparation/${id}`);
    if (json?.data?.state === 'ready') return json.data.publishId;
    if (json?.data?.state === 'failed') throw new Error(`the preparation failed: ${json.data.message}`);
    if (performance.now() > end) throw new Error(`the preparation is ${json?.data?.state ?? 'unknown'} after ${ms / 1000} s`);
  }
}
