import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '../../contract/clock.ts';

/** A browser of a push service: its keys and the address that it gave. */
export interface PushBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The decrypted text. */
  readonly text: string;
}

/** The key pair of a server, for its settings. */
export function serverKeys(): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // Leading zero bytes are left out by Node.
  const bytes = curve.getPrivateKey();
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url') };
}

/**
 * A push service on this machine (RFC 8030): it checks the signature of the server (RFC 8292) and decrypts what arrives with the keys of the
 * browser (RFC 8291, content coding of RFC 8188).
 */
export async function pushService(publicKey: string) {
  const browsers = new Map<string, { curve: ReturnType<typeof createECDH>; auth: Buffer }>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  /** The next answers of a browser's address; 201 when there is none. */
  const answers = new Map<string, { status: number; headers?: Record<string, string> }[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      const { status, headers } = answers.get(path)?.shift() ?? { status: browser ? 201 : 404 };
      if (status === 201 && browser) {
        try {
          checkSignature(String(request.headers.authorization), origin(), publicKey);
          received.push({ path, headers: request.headers, text: decrypted(Buffer.concat(chunks), browser.curve, browser.auth) });
        } catch (error) {
          faults.push(String(error));
        }
      }
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: origin(),
    received,
    faults,
    answers,
    browser(name: string): PushBrowser {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(`/${name}`, { curve, auth });
      return { endpoint: `${origin()}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** RFC 8188 with one record: salt (16), record size (4), length of the key id (1), key id (65), then the encrypted text. */
function decrypted(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  if (idLength !== 65) throw new Error(`the key id has ${idLength} bytes`);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  if (sealed.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return padded.subarray(0, end).toString('utf8');
}

/** `vapid t=<token>, k=<key>`: signed with ES256, for this service, for a day at most. */
function checkSignature(authorization: string, audience: string, publicKey: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('the key of another server');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const valid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!valid) throw new Error('the signature is wrong');
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number };
  if (aud !== audience) throw new Error(`signed for ${aud}`);
  if (exp * 1_000 > Date.now() + DAY_MS) throw new Error('valid for too long');
}
