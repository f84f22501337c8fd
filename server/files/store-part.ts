import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import type { StreamedPart } from './multipart-file.ts';

interface Stored {
  readonly fileName: string;
  readonly fileKey: string;
  readonly fileSize: number;
  readonly mime: string;
  readonly sha256: string;
}

/** Stores a streamed file while it arrives, and returns its size and hash. A file that is empty, too large or cut off is not kept. */
export async function storePart(context: AppContext, part: StreamedPart, fileKey: string, mime: string): Promise<Stored> {
  const hash = createHash('sha256');
  let fileSize = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      fileSize += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await context.files.put(fileKey, part.stream.pipe(counted), mime);
    part.finish();
    if (fileSize === 0) throw failed('文件是空的，请重新选择');
  } catch (error) {
    await context.files.remove(fileKey);
    throw error;
  }
  return { fileName: part.name, fileKey, fileSize, mime, sha256: hash.digest('hex') };
}
