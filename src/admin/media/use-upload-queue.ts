import { useEffect, useRef, useState } from 'react';
import { sendFile, type RunningUpload } from '../../uploads/resumable-upload.ts';
import { errorMessage } from '../ui/error-message.ts';

export interface Sending {
  readonly key: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  readonly sent: number;
  readonly reason: string;
  /** The upload failed, but the file itself is acceptable. */
  readonly mayGoOn: boolean;
  /** Id of the completely uploaded file on the server. */
  readonly uploadId?: string;
}

/** Name of a track whose file has just been chosen. */
export const titleOf = (file: File): string => file.name.replace(/\.\w+$/, '').slice(0, 120) || '未命名';

export type UploadQueue = ReturnType<typeof useUploadQueue>;

/**
 * Sends files to `path` one after another; `addFile` tells the server what a complete upload is. A paused upload lets the next one start, and waits for its
 * turn when resumed.
 */
export function useUploadQueue(path: string, addFile: (uploadId: string, file: File) => Promise<unknown>, onAdded: () => void) {
  const [items, setItems] = useState<readonly Sending[]>([]);
  const running = useRef<number | null>(null);
  /** Started and unfinished uploads, running or paused. An action on an upload that has not started yet runs after the start. */
  const uploads = useRef(new Map<number, Promise<RunningUpload>>());
  const number = useRef(0);
  const change = (key: number, to: Partial<Sending>) => setItems((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const leave = (key: number) => {
    uploads.current.delete(key);
    setItems((all) => all.filter((one) => one.key !== key));
  };
  const ask = (key: number, what: (upload: RunningUpload) => unknown) =>
    void uploads.current
      .get(key)
      ?.then(what)
      .catch(() => undefined);

  useEffect(() => {
    const next = items.find((one) => one.state === 'waiting');
    if (!next || running.current !== null) return;
    const { key, file } = next;
    running.current = key;
    const free = () => {
      if (running.current !== key) return;
      running.current = null;
      // The change of the list starts the next upload.
      setItems((all) => [...all]);
    };
    const fail = (reason: string, mayGoOn: boolean) => {
      uploads.current.delete(key);
      change(key, { state: 'failed', reason, mayGoOn });
      free();
    };
    const add = (uploadId: string): void => {
      change(key, { uploadId });
      void addFile(uploadId, file)
        .then(() => {
          leave(key);
          onAdded();
          free();
        })
        .catch((error: unknown) => fail(errorMessage(error), true));
    };
    change(key, { state: 'sending' });
    if (next.uploadId) return add(next.uploadId);
    if (uploads.current.has(key)) return ask(key, (upload) => upload.resume());
    const begun = sendFile(path, file, { onProgress: (sent) => change(key, { sent }), onDone: add, onError: fail });
    uploads.current.set(key, begun);
    begun.catch((error: unknown) => fail(errorMessage(error), true));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the list decides what is sent next
  }, [items]);
  useEffect(() => () => uploads.current.forEach((_upload, key) => ask(key, (upload) => upload.pause())), []);

  return {
    items,
    /** Adds a file to the queue; a file with a reason against it is only shown with that reason. */
    take: (file: File, reason: string): void =>
      setItems((all) => [...all, { key: (number.current += 1), file, state: reason ? 'failed' : 'waiting', sent: 0, reason, mayGoOn: false }]),
    pause: ({ key }: Sending): void => {
      ask(key, (upload) => upload.pause());
      if (running.current === key) running.current = null;
      change(key, { state: 'paused' });
    },
    resume: ({ key }: Sending): void => change(key, { state: 'waiting', reason: '' }),
    remove: ({ key }: Sending): void => {
      ask(key, (upload) => upload.cancel());
      if (running.current === key) running.current = null;
      leave(key);
    },
  };
}
