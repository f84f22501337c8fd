import { parentPort } from 'node:worker_threads';

/** One match: the parts of a pattern that `parseRegex` read, and the text. */
export interface RegexOrder {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
}

// Announces each match before it starts, so that the other side can measure its time.
parentPort?.on('message', (orders: readonly RegexOrder[]) => {
  for (const [index, { source, flags, text }] of orders.entries()) {
    parentPort?.postMessage({ start: index });
    let match = false;
    try {
      match = new RegExp(source, flags).test(text);
    } catch {
      // A pattern that this engine does not know matches nothing.
    }
    parentPort?.postMessage({ index, match });
  }
});
