import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { BackedUpFile } from './backup-manifest.ts';
import type { Place } from './place/place.ts';

/** Counts and hashes what goes through a stream. */
export function hashing(bytes: Readable): { stream: Readable; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let length = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      length += part.length;
      done(null, part);
    },
  });
  bytes.once('error', (error) => counted.destroy(error));
  return { stream: bytes.pipe(counted), result: () => ({ bytes: length, sha256: hash.digest('hex') }) };
}

/** Writes a stream into a place and returns what was written. */
export async function writeHashed(place: Place, path: string, bytes: Readable): Promise<BackedUpFile> {
  const { stream, result } = hashing(bytes);
  await place.write(path, stream);
  return { path, ...result() };
}

/** Reads a file of a place to its end and returns its size and checksum. */
export async function fingerprint(place: Pick<Place, 'read'>, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of (await place.read(path)) as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
