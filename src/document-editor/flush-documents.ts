import { CODE } from '../../contract/error.ts';
import { CallError } from '../api/call-error.ts';

const CHANNEL = 'shuzhou-documents-flush';
/** A tab that does not answer for so long is being closed; its document stays on the device, ms. */
const PATIENCE_MS = 15_000;

type Word = { readonly ask: true } | { readonly stored: boolean };

/** The number of documents that are open for editing in this browser: each holds a lock. */
async function openDocuments(): Promise<number> {
  if (!('locks' in navigator)) return 0;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith('docx:')).length;
}

/**
 * Before a step of a manuscript: the tabs of this browser store their open documents on the server, so that the step works with what the user sees.
 * Throws an error with a message for the user when one of them could not be stored.
 */
export async function flushDocuments(): Promise<void> {
  const open = await openDocuments().catch(() => 0);
  if (open === 0) return;
  const channel = new BroadcastChannel(CHANNEL);
  const answers = await new Promise<boolean[]>((resolve) => {
    const stored: boolean[] = [];
    const timer = setTimeout(() => resolve(stored), PATIENCE_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (!('stored' in data)) return;
      stored.push(data.stored);
      if (stored.length < open) return;
      clearTimeout(timer);
      resolve(stored);
    });
    channel.postMessage({ ask: true } satisfies Word);
  });
  channel.close();
  if (answers.includes(false)) throw new CallError(CODE.failed, '您打开的文稿还没有存到服务器，请先到文稿页保存');
}

/** Answers in a tab with an open document; `store` resolves to whether the server has it. Returns a function that stops answering. */
export function onFlush(store: () => Promise<boolean>): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('ask' in data) void store().then((stored) => channel.postMessage({ stored } satisfies Word));
  });
  return () => channel.close();
}
