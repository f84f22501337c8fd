import { createCipheriv, createDecipheriv, randomBytes, scrypt, type DecipherGCM } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { promisify } from 'node:util';
import { BackupError } from '../backup-manifest.ts';
import type { Place } from './place.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Cost of scrypt (N), with r = 8 and p = 1: 128 MB and about 0.4 s. */
export const SCRYPT_COST = 2 ** 17;
const SCRYPT_MEMORY = 256 * SCRYPT_COST * 8;
export const SALT_BYTES = 16;
export const PASSPHRASE_LEAST = 12;

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** Returns the 32 bytes key of a passphrase. */
export const keyOf = (passphrase: string, salt: Buffer, cost: number): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: SCRYPT_MEMORY });

/**
 * A place whose files are encrypted: nonce (12 bytes), ciphertext, tag (16 bytes), by AES-256-GCM with a random nonce for each file. The path
 * in the backup is authenticated, so that files of one backup cannot be exchanged for each other.
 */
export function sealedPlace(inner: Place, key: Buffer): Place {
  return {
    ...inner,
    write: (path, bytes) => inner.write(path, sealed(bytes, key, path)),
    read: async (path) => opened(await inner.read(path), key, path),
  };
}

/** Encrypts a stream. */
export function sealed(bytes: Readable, key: Buffer, path: string): Readable {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(path));
  let begun = false;
  const framed = new Transform({
    transform(part: Buffer, _encoding, done) {
      if (!begun) this.push(nonce);
      begun = true;
      done(null, cipher.update(part));
    },
    flush(done) {
      if (!begun) this.push(nonce);
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
  bytes.once('error', (error) => framed.destroy(error));
  return bytes.pipe(framed);
}

/** Decrypts a stream; it ends with `BackupError` when the passphrase is another or a byte differs. */
export function opened(bytes: Readable, key: Buffer, path: string): Readable {
  let decipher: DecipherGCM | null = null;
  let rest = Buffer.alloc(0);
  const wrong = (): BackupError => new BackupError(`备份里的 ${path} 解不开：口令不对，或文件已损坏`);
  const plain = new Transform({
    transform(part: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, part]);
      if (!decipher) {
        if (rest.length < NONCE_BYTES) return done();
        decipher = createDecipheriv(CIPHER, key, rest.subarray(0, NONCE_BYTES));
        decipher.setAAD(Buffer.from(path));
        rest = rest.subarray(NONCE_BYTES);
      }
      // The last bytes are the tag.
      const ready = rest.length - TAG_BYTES;
      if (ready <= 0) return done();
      const out = decipher.update(rest.subarray(0, ready));
      rest = rest.subarray(ready);
      done(null, out);
    },
    flush(done) {
      if (!decipher || rest.length !== TAG_BYTES) return done(wrong());
      try {
        decipher.setAuthTag(rest);
        done(null, decipher.final());
      } catch {
        done(wrong());
      }
    },
  });
  bytes.once('error', (error) => plain.destroy(error));
  return bytes.pipe(plain);
}
