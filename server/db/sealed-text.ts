import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;

/** The key of one purpose, derived from the installation's secret. */
export const keyFor = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** AES-256-GCM for one purpose and bound to one user: `iv.tag.cipher`, each in Base64url. */
export function sealText(secret: Buffer, purpose: string, userId: number, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv).setAAD(Buffer.from(String(userId)));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url')).join('.');
}

/** Returns null for a text that was sealed with another key, for another purpose or for another user. */
export function openText(secret: Buffer, purpose: string, userId: number, sealed: string): string | null {
  const [iv, tag, body] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !body) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), iv)
      .setAAD(Buffer.from(String(userId)))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A keyed hash: equal texts have equal hashes, and nobody without the secret can try texts. Hexadecimal. */
export const hashText = (secret: Buffer, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest('hex');
