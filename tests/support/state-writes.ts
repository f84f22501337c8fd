import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Columns that a machine moves, by `column` of its runner. */
const STATE_COLUMNS = ['status', 'blindState', 'blindStatus', 'suspensionState'];
const WRITES = /\.(?:set|doUpdateSet)\(|\bwriteState\(/g;
/** A switch of two values ('0' enabled, '1' disabled) is no lifecycle. */
const KEY = new RegExp(String.raw`(?<![\w.'])(?:${STATE_COLUMNS.join('|')})(?!\w)(?:\s*:(?!\s*'[01]'\s*[,}])|\s*[,}])`);

/** The text between the parenthesis before `start` and the one that closes it. */
function argumentsFrom(text: string, start: number): string {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    if (')]}'.includes(text[at] ?? '')) depth -= 1;
  }
  return text.slice(start, at - 1);
}

/** Lines of a source that write the state of a row themselves. A variable that holds the columns is not followed. */
export function stateWrites(text: string): number[] {
  return [...text.matchAll(WRITES)]
    .filter((found) => KEY.test(argumentsFrom(text, found.index + found[0].length)))
    .map(({ index }) => text.slice(0, index).split('\n').length);
}

/** The same for all modules of the server outside the engine, the migrations and the seeds, as `file: line`. */
export function stateWritesOf(root: string): { readonly file: string; readonly line: number }[] {
  return readdirSync(join(root, 'server'), { recursive: true })
    .map((name) => `server/${String(name).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^server\/(?:state-machine|seed|db\/migrations)\//.test(file))
    .flatMap((file) => stateWrites(readFileSync(join(root, file), 'utf8')).map((line) => ({ file, line })));
}
