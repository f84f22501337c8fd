import { API_PREFIX } from '../../contract/limits.ts';
import { readToken } from '../session/token.ts';

export interface RunningUpload {
  /** Stops sending; what has arrived stays for the next try with the same file. */
  pause(): void;
  resume(): void;
  /** Forgets what has arrived. */
  cancel(): Promise<void>;
}

interface Listener {
  onProgress(sent: number, total: number): void;
  /** `uploadId` names the whole file on the server. */
  onDone(uploadId: string): void;
  onError(words: string): void;
}

const CHUNK = 8 * 1024 * 1024;
const RETRIES_MS = [0, 1_000, 3_000, 6_000, 12_000];

/** Sends a file in parts to `path`, going on where an earlier try of the same file stopped. tus is loaded when it is first needed. */
export async function sendFile(path: string, file: File, listener: Listener): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(file, {
    endpoint: API_PREFIX + path,
    chunkSize: CHUNK,
    retryDelays: RETRIES_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, filetype: file.type || 'application/epub+zip' },
    onBeforeRequest: (request) => {
      const token = readToken();
      if (token) request.setHeader('Authorization', `Bearer ${token}`);
    },
    onProgress: (sent, total) => listener.onProgress(sent, total),
    onSuccess: () => listener.onDone(upload.url?.split('/').pop() ?? ''),
    onError: (error) => listener.onError(wordsOf(error)),
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => upload.abort(true),
  };
}

function wordsOf(error: Error): string {
  const answer = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody();
  try {
    const { msg } = JSON.parse(answer ?? '') as { msg?: string };
    if (msg) return msg;
  } catch {
    // Not an envelope: the network broke.
  }
  return '上传中断，请检查网络后继续';
}
