import { PACK_BYTES, PACK_FILES } from '../../contract/reading/pack.ts';
import type { PreparedResource } from '../../contract/reading/prepared-book.ts';
import type { EncryptedFile } from '../../sw/messages.ts';

/** One answer arrives while another is verified and written. */
const PARALLEL = 2;
const BATCH_FILES = 64;
const BATCH_BYTES = 2 * 1024 * 1024;
const BLOB_FROM = 1024 * 1024;

/** The file arrived but does not match its description in `book.json`. */
export class DamagedFile extends Error {}

export interface DownloadFilesOptions {
  readonly files: readonly PreparedResource[];
  /** Paths that are already stored. */
  readonly stored: ReadonlySet<string>;
  readonly documents: number;
  readonly signal: AbortSignal;
  /** Returns the files of the paths in their order; fewer if the server ended the answer early. */
  fetchPack(paths: readonly string[], signal: AbortSignal): AsyncIterable<ArrayBuffer>;
  /** The second attempt for a damaged file. */
  fetchFile(path: string, signal: AbortSignal): Promise<ArrayBuffer>;
  write(batch: readonly (readonly [path: string, file: EncryptedFile])[]): Promise<void>;
  /** Called after every received file and after every batch written to the disk. */
  onProgress(progress: DownloadProgress): void;
}

export interface DownloadProgress {
  readonly bytes: number;
  readonly total: number;
  /** Number of documents, from the first, that are completely stored. */
  readonly documentsReady: number;
}

/** In reading order, so that the beginning can be read during the download. */
export function inReadingOrder(files: readonly PreparedResource[]): PreparedResource[] {
  return [...files].sort((one, two) => one.document - two.document);
}

export function documentsReady(missing: Iterable<PreparedResource>, documents: number): number {
  let ready = documents;
  for (const file of missing) ready = Math.min(ready, file.document);
  return ready;
}

/**
 * Downloads missing files, many in one answer, and writes them in batches. A stop or a kill loses at most the current
 * batch; stored files are skipped the next time.
 */
export async function downloadFiles(options: DownloadFilesOptions): Promise<DownloadProgress> {
  const { files, stored, documents, write, onProgress } = options;
  const missing = inReadingOrder(files.filter((file) => !stored.has(file.path)));
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const unsafe = new Set(missing);
  let bytes = total - missing.reduce((sum, file) => sum + file.bytes, 0);
  let batch: [PreparedResource, EncryptedFile][] = [];
  let batchBytes = 0;
  let writing = Promise.resolve();
  const packs = packsOf(missing);
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  const progress = (): DownloadProgress => ({ bytes, total, documentsReady: documentsReady(unsafe, documents) });

  const flush = (): Promise<void> => {
    const full = batch;
    batch = [];
    batchBytes = 0;
    if (full.length > 0)
      writing = writing.then(async () => {
        await write(full.map(([resource, file]) => [resource.path, file]));
        for (const [resource] of full) unsafe.delete(resource);
        onProgress(progress());
      });
    return writing;
  };

  const worker = async (): Promise<void> => {
    for (let pack = packs.shift(); pack; pack = packs.shift()) {
      let at = 0;
      const paths = pack.map((resource) => resource.path);
      for await (const came of options.fetchPack(paths, signal)) {
        const resource = pack[at++];
        if (!resource) break;
        await take(resource, came);
      }
      if (at < pack.length) throw new DamagedFile(paths[at]);
    }
  };

  const take = async (resource: PreparedResource, came: ArrayBuffer): Promise<void> => {
    signal.throwIfAborted();
    const body = await verified(resource, came, options, signal);
    batch.push([resource, { type: resource.type, body: body.byteLength >= BLOB_FROM ? new Blob([body], { type: resource.type }) : body }]);
    batchBytes += body.byteLength;
    bytes += resource.bytes;
    onProgress(progress());
    if (batch.length >= BATCH_FILES || batchBytes >= BATCH_BYTES) await flush();
  };

  const outcomes = await Promise.allSettled(
    Array.from({ length: PARALLEL }, () =>
      worker().catch((error: unknown) => {
        stopping.abort(error);
        throw error;
      }),
    ),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const written = flush();
  if (failed) {
    await written.catch(() => undefined);
    throw stopping.signal.reason ?? failed.reason;
  }
  await written;
  return progress();
}

/** A few files for each request, so that a stop loses little and the beginning is soon ready; a large file is requested alone. */
function packsOf(files: readonly PreparedResource[]): PreparedResource[][] {
  const packs: PreparedResource[][] = [];
  let room = 0;
  for (const file of files) {
    const last = packs.at(-1);
    if (last && last.length < PACK_FILES && file.bytes <= room) last.push(file);
    else packs.push([file]);
    room = (last === packs.at(-1) ? room : PACK_BYTES) - file.bytes;
  }
  return packs;
}

async function verified(resource: PreparedResource, came: ArrayBuffer, options: DownloadFilesOptions, signal: AbortSignal): Promise<ArrayBuffer> {
  for (const again of [false, true]) {
    const body = again ? await options.fetchFile(resource.path, signal) : came;
    if (body.byteLength === resource.bytes && (await sha256(body)) === resource.sha256) return body;
  }
  throw new DamagedFile(resource.path);
}

export async function sha256(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
