import { shellFile } from './spare-code.ts';
import type { Shell } from './offline-first-page.ts';

interface Script {
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** The scripts referenced by the reader's shell. */
const SCRIPTS = /(?:src|href)="(\/assets\/[^"]+\.js)"/g;
const scripts = new Map<string, Script>();
let shell: Promise<Shell | null> | null = null;

/** Returns the reader's shell of this release and its scripts, cached for the lifetime of this service worker; null where it is not stored. */
export function readerShell(): Promise<Shell | null> {
  shell ??= read().catch(() => null);
  void shell.then((found) => found ?? (shell = null));
  return shell;
}

/** Returns a script of the shell, once the shell was loaded; null for any other path. */
export function readerScript(path: string): Response | null {
  const script = scripts.get(path);
  return script ? new Response(script.bytes, { headers: script.headers }) : null;
}

async function read(): Promise<Shell | null> {
  const answer = await shellFile('reader.html');
  if (!answer) return null;
  const text = await answer.text();
  for (const [, path = ''] of text.matchAll(SCRIPTS)) void cacheForOffline(path).catch(() => undefined);
  return { headers: answer.headers, text };
}

async function cacheForOffline(path: string): Promise<void> {
  const answer = await shellFile(path);
  if (!answer) return;
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  scripts.set(path, { headers, bytes: await answer.arrayBuffer() });
}
