import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { ROWS_AT_ONCE, type Row, RowCount, type Snapshot, type TableShape } from './snapshot.ts';

/** Writes the rows of a table as gzipped lines of JSON arrays and counts them in `count`. */
export function rowFile(snapshot: Snapshot, table: TableShape, count: RowCount): Readable {
  async function* lines(): AsyncGenerator<string> {
    for await (const some of snapshot.rows(table)) {
      let text = '';
      for (const row of some) {
        count.add(row);
        text += `${JSON.stringify(row)}\n`;
      }
      yield text;
    }
  }
  const source = Readable.from(lines());
  const packed = createGzip({ level: 6 });
  source.once('error', (error) => packed.destroy(error));
  return source.pipe(packed);
}

/** Reads such a file, some hundreds of rows at a time. Throws when it is damaged. */
export async function* readRowFile(bytes: Readable): AsyncGenerator<readonly Row[]> {
  const plain = createGunzip();
  bytes.once('error', (error) => plain.destroy(error));
  let some: Row[] = [];
  let rest = '';
  // Not `readline`: it also ends lines at U+2028, which texts may contain.
  for await (const part of bytes.pipe(plain).setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      some.push(JSON.parse(line) as Row);
      if (some.length < ROWS_AT_ONCE) continue;
      yield some;
      some = [];
    }
  }
  if (rest !== '') throw new Error('the last line is not complete');
  if (some.length > 0) yield some;
}
