import { concurrencyLimit } from '../files/concurrency-limit.ts';
import { IsolatedRunError, runIsolated } from '../files/run-isolated.ts';
import { failed } from '../http/app-error.ts';
import { anonymiseHere, BLIND_TYPES, type AnonymiseAnswer, type BlindType } from './anonymise-here.ts';
import type { Identity, IdentityPlace } from './identity-scan.ts';

export { BLIND_TYPES, type BlindType } from './anonymise-here.ts';
export type { Identity, IdentityPlace } from './identity-scan.ts';

/** Largest file, bytes; limits of the separate process. */
const LIMIT = { bytes: 50 * 1024 * 1024, heapMb: 768, ms: 60_000, orders: 20 } as const;

/** Each run uses a process with its full memory limit. */
const turn = concurrencyLimit(2);

export interface Anonymised {
  readonly bytes: Buffer;
  /** Places of the text that may reveal a person; empty without `identity`. */
  readonly places: readonly IdentityPlace[];
}

/** Type of a file by its extension; null when it may not cross the blind line. */
export function blindTypeOf(fileName: string): BlindType | null {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return BLIND_TYPES.find((type) => type === (extension === 'jpeg' ? 'jpg' : extension)) ?? null;
}

/**
 * Returns a file without what its properties, comments, revisions and pictures say about people; authors of comments and revisions are called
 * `alias` (审稿人1, 作者). With `identity` the text is searched for names, units, mail addresses and fund numbers.
 * Throws an `AppError` for a file that is too large, encrypted or cannot be read.
 */
export async function anonymise(bytes: Uint8Array, type: BlindType, alias: string, identity: Identity | null = null): Promise<Anonymised> {
  if (bytes.length > LIMIT.bytes) throw failed('文件超过50MB，请压缩图片或拆分后再上传');
  if (type === 'jpg' || type === 'png') {
    const made = await anonymiseHere({ bytes, type, alias, identity });
    return { bytes: Buffer.from(made.bytes), places: made.places };
  }
  const module = new URL('./anonymise.worker.ts', import.meta.url);
  const answer = await turn(() => runIsolated<AnonymiseAnswer>(module, { bytes: new Uint8Array(bytes), type, alias, identity }, LIMIT)).catch(
    (error: unknown) => {
      if (!(error instanceof IsolatedRunError)) throw error;
      throw failed('文件过于复杂或已损坏，无法去除作者信息；请重新导出后再上传');
    },
  );
  if ('refused' in answer) throw failed(answer.refused);
  return { bytes: Buffer.from(answer.bytes), places: answer.places };
}
