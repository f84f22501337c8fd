import { createDecipheriv, randomBytes, sign, verify, X509Certificate, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WechatPaySettings } from '../payment-settings.ts';

/** Seconds that a signed message may be away from the server's clock. */
const SKEW_S = 300;
const CALL_MS = 10_000;
/** Unknown serials make the server fetch the certificates at most once in this time. */
const FETCH_EVERY_MS = 60_000;
const TAG_BYTES = 16;

interface PlatformKeys {
  readonly keys: Map<string, KeyObject>;
  fetchedAt: number;
}
const platformKeys = new WeakMap<WechatPaySettings, PlatformKeys>();

function keysOf(settings: WechatPaySettings): PlatformKeys {
  const known = platformKeys.get(settings);
  if (known) return known;
  const made: PlatformKeys = { keys: new Map(), fetchedAt: 0 };
  if (settings.publicKey) made.keys.set(settings.publicKey.id, settings.publicKey.key);
  platformKeys.set(settings, made);
  return made;
}

export interface Sealed {
  readonly nonce: string;
  readonly associated_data?: string;
  readonly ciphertext: string;
}

/** AES-256-GCM with the tag behind the text. Throws when the tag is wrong. */
export function decryptContent(apiV3Key: string, { nonce, associated_data, ciphertext }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length <= TAG_BYTES) throw new Error('the ciphertext is too short');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated_data ?? ''));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

export type Checked = 'good' | 'unknown key' | 'bad signature' | 'too old';

/** Checks the signature over `timestamp\nnonce\nbody\n` with the key that the message names. */
export function checkSignature(settings: WechatPaySettings, headers: Headers | IncomingHttpHeaders, body: string, now: number): Checked {
  const of = (name: string): string => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [serial, time, nonce, given] = [of('wechatpay-serial'), of('wechatpay-timestamp'), of('wechatpay-nonce'), of('wechatpay-signature')];
  const key = keysOf(settings).keys.get(serial);
  if (!key) return 'unknown key';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > SKEW_S) return 'too old';
  const valid = verify('RSA-SHA256', Buffer.from(`${time}\n${nonce}\n${body}\n`), key, Buffer.from(given, 'base64'));
  return valid ? 'good' : 'bad signature';
}

/** What WeChat Pay answered; null: no answer, or one whose signature is not its own. */
export type WechatAnswer = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
};

function authorization(settings: WechatPaySettings, method: string, path: string, body: string): string {
  const time = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(16).toString('hex');
  const signature = sign('RSA-SHA256', Buffer.from(`${method}\n${path}\n${time}\n${nonce}\n${body}\n`), settings.privateKey).toString('base64');
  const parts = { mchid: settings.mchId, nonce_str: nonce, signature, timestamp: time, serial_no: settings.certSerial };
  const words = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${words.join(',')}`;
}

async function send(
  settings: WechatPaySettings,
  method: 'GET' | 'POST',
  address: string,
  content?: object,
): Promise<{ response: Response; body: Buffer } | null> {
  const { origin, pathname, search } = new URL(address, settings.gateway);
  const text = content ? JSON.stringify(content) : '';
  try {
    const response = await fetch(origin + pathname + search, {
      method,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'shuzhou',
        authorization: authorization(settings, method, pathname + search, text),
        ...(settings.publicKey ? { 'wechatpay-serial': settings.publicKey.id } : {}),
      },
      ...(content ? { body: text } : {}),
      signal: AbortSignal.timeout(CALL_MS),
    });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  } catch {
    return null;
  }
}

export async function callWechat(settings: WechatPaySettings, method: 'GET' | 'POST', path: string, content?: object): Promise<WechatAnswer | null> {
  const found = await send(settings, method, path, content);
  if (!found) return null;
  const { response, body } = found;
  const text = body.toString('utf8');
  let checked = checkSignature(settings, response.headers, text, Date.now());
  if (checked === 'unknown key') {
    await fetchCertificates(settings);
    checked = checkSignature(settings, response.headers, text, Date.now());
  }
  if (checked !== 'good') return null;
  let data: Record<string, unknown> = {};
  try {
    if (text) data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
  return { status: response.status, code: String(data['code'] ?? ''), message: String(data['message'] ?? ''), data };
}

/** A file of WeChat Pay. It is not signed: its hash comes with the signed answer that named it. */
export async function downloadWechat(settings: WechatPaySettings, address: string): Promise<Buffer | null> {
  const found = await send(settings, 'GET', address);
  return found?.response.ok ? found.body : null;
}

interface Certificates {
  readonly data?: readonly { readonly serial_no: string; readonly expire_time: string; readonly encrypt_certificate: Sealed }[];
}

/**
 * Fetches the platform certificates. The answer is signed by one of the certificates in it: they are opened with the merchant's key first, and
 * none is used unless the signature is right.
 */
export async function fetchCertificates(settings: WechatPaySettings): Promise<void> {
  const known = keysOf(settings);
  const now = Date.now();
  if (now - known.fetchedAt < FETCH_EVERY_MS) return;
  known.fetchedAt = now;
  const found = await send(settings, 'GET', '/v3/certificates');
  if (!found?.response.ok) return;
  const before = new Map(known.keys);
  try {
    const text = found.body.toString('utf8');
    for (const one of (JSON.parse(text) as Certificates).data ?? []) {
      const certificate = new X509Certificate(decryptContent(settings.apiV3Key, one.encrypt_certificate));
      if (certificate.serialNumber === one.serial_no.toUpperCase() && Date.parse(one.expire_time) > now)
        known.keys.set(one.serial_no, certificate.publicKey);
    }
    if (checkSignature(settings, found.response.headers, text, now) === 'good') return;
  } catch {
    // The keys of before are used on.
  }
  known.keys.clear();
  for (const [serial, key] of before) known.keys.set(serial, key);
}
