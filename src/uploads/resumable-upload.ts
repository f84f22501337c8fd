import { CODE } from '../../contract/error.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { reportTokenRejected } from '../api/call.ts';
import { readToken } from '../api/token.ts';

export interface RunningUpload {
  /** Stops sending; the received parts stay for the next try with the same file. */
  pause(): void;
  resume(): void;
  /** Deletes the received parts. */
  cancel(): Promise<void>;
}

interface Listener {
  onProgress(sent: number, total: number): void;
  /** `uploadId` identifies the complete file on the server. */
  onDone(uploadId: string): void;
  /** `mayGoOn`: the file was not rejected, and `resume` continues after the received parts. */
  onError(words: string, mayGoOn: boolean): void;
}

/** An upload whose address the caller stores, where the library would leave the name of the file readable on the device. */
export interface KnownUpload {
  /** '' before it has begun. */
  readonly url: string;
  onUrl(url: string): void;
}

const CHUNK = 8 * 1024 * 1024;
/** Milliseconds without progress after which the connection counts as dead; a browser would wait forever. */
const STALL_MS = 60_000;
const BROKEN = '上传中断，请检查网络后继续';
const RETRIES_MS = [0, 1_000, 3_000, 6_000, 12_000];
/** The caller tries again later. */
const KNOWN_RETRIES_MS = [0, 1_000];

/**
 * Sends a file in parts to `path` and continues where an earlier try of the same file stopped. The tus client is loaded when it is first
 * needed.
 */
export async function sendFile(path: string, file: File, listener: Listener, known?: KnownUpload): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client');
  let patience: ReturnType<typeof setTimeout> | undefined;
  let most = 0;
  let stalls = 0;
  let token: string | null = null;
  const rest = (): void => clearTimeout(patience);
  const wait = (): void => {
    rest();
    patience = setTimeout(() => void proceed(), STALL_MS);
  };
  /** Queries the received parts and continues, once, automatically. */
  const proceed = async (): Promise<void> => {
    await upload.abort();
    stalls += 1;
    if (stalls > 1) return listener.onError(BROKEN, true);
    wait();
    upload.start();
  };
  const upload = new Upload(file, {
    endpoint: API_PREFIX + path,
    chunkSize: CHUNK,
    retryDelays: known ? KNOWN_RETRIES_MS : RETRIES_MS,
    removeFingerprintOnSuccess: true,
    storeFingerprintForResuming: known === undefined,
    uploadUrl: known?.url || null,
    onUploadUrlAvailable: () => known?.onUrl(upload.url ?? ''),
    metadata: { filename: file.name, filetype: file.type || 'application/epub+zip' },
    onBeforeRequest: (request) => {
      wait();
      token = readToken();
      if (token) request.setHeader('Authorization', `Bearer ${token}`);
    },
    onProgress: (sent, total) => {
      wait();
      if (sent > most) stalls = 0;
      most = Math.max(most, sent);
      listener.onProgress(sent, total);
    },
    onSuccess: () => {
      rest();
      listener.onDone(upload.url?.split('/').pop() ?? '');
    },
    onError: (error) => {
      rest();
      if (token && statusOf(error) === CODE.signedOut) reportTokenRejected(token);
      void notify(error, file, listener);
    },
  });
  const [earlier] = known ? [] : await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  return {
    pause() {
      rest();
      void upload.abort();
    },
    resume() {
      stalls = 0;
      upload.start();
    },
    cancel() {
      rest();
      return upload.abort(true);
    },
  };
}

const answerTo = (error: Error) => (error as { originalResponse?: { getBody(): string; getStatus(): number } | null }).originalResponse;

const statusOf = (error: Error): number => answerTo(error)?.getStatus() ?? 0;

/** Without a response it was the network, or the file has changed since it was chosen: retrying cannot fix that. */
async function notify(error: Error, file: File, listener: Listener): Promise<void> {
  if (answerTo(error) || (await isReadable(file))) listener.onError(wordsOf(error), mayGoOn(error));
  else listener.onError('文件在上传时被改动或移走，请重新选择', false);
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Statuses that do not concern the file: signed out meanwhile, or two uploads at once. */
const PASSING = [401, 409, 423];
function mayGoOn(error: Error): boolean {
  const status = statusOf(error);
  return status < 400 || status >= 500 || PASSING.includes(status);
}

function wordsOf(error: Error): string {
  try {
    const { msg } = JSON.parse(answerTo(error)?.getBody() ?? '') as { msg?: string };
    if (msg) return msg;
  } catch {
    // Not an envelope: the network broke.
  }
  return BROKEN;
}
