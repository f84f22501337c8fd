import { matchPrecache } from 'workbox-precaching';
import type { Shell } from './offline-first-page.ts';

interface Script {
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** The scripts the reader's shell names. */
const SCRIPTS = /(?:src|href)="(\/assets\/[^"]+\.js)"/g;
const scripts = new Map<string, Script>();
let shell: Promise<Shell | null> | null = null;

/** The reader's shell of this release, at hand as long as this worker runs, and its scripts with it; null where it is not kept. */
export function readerShell(): Promise<Shell | null> {
  shell ??= read().catch(() => null);
  void shell.then((found) => found ?? (shell = null));
  return shell;
}

/** A script of the shell, once the shell was asked for; null for any other path. */
export function readerScript(path: string): Response | null {
  const script = scripts.get(path);
  return script ? new Response(script.bytes, { headers: script.headers }) : null;
}

async function read(): Promise<Shell | null> {
  const answer = await matchPrecache('reader.html');
  if (!answer) return null;
  const text = await answer.text();
  for (const [, path = ''] of text.matchAll(SCRIPTS)) void keepAtHand(path).catch(() => undefined);
  return { headers: answer.headers, text };
}

async function keepAtHand(path: string): Promise<void> {
  const answer = await matchPrecache(path);
  if (!answer) return;
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  scripts.set(path, { headers, bytes: await answer.arrayBuffer() });
}
