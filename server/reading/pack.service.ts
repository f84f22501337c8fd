import { buffer } from 'node:stream/consumers';
import { LENGTH_BYTES, PACK_MOST } from '../../contract/reading/pack.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../http/request-credentials.ts';
import { bookFiles } from './book-file.queries.ts';
import { isOpen } from './book-file.service.ts';
import { isGranted } from './grant.service.ts';

interface PackedFile {
  readonly key: string;
  readonly bytes: number;
}

export interface Pack {
  readonly files: readonly PackedFile[];
  readonly mostlyText: boolean;
}

/** Files up to this length are read several at a time, ahead of the response. */
const SMALL = 256 * 1024;
const AHEAD = 8;
const TEXT = /^text\/|xml$|json$/;

/** Returns the files in the order of `paths` when all of them may be read; the rule is the same as for a single file. */
export async function packFor(
  context: AppContext,
  place: { publishId: number; editionId: number; paths: readonly string[] },
  caller: RequestCaller,
): Promise<Pack | 'too-much' | null> {
  const { publishId, editionId, paths } = place;
  const rows = new Map((await bookFiles(context.db, publishId, editionId, paths)).map((row) => [row.path, row]));
  const found = paths.flatMap((path) => rows.get(path) ?? []);
  if (found.length < paths.length) return null;
  if (!found.every((row) => isOpen(row, row.path)) && !(await isGranted(context, caller, publishId))) return null;
  const total = found.reduce((sum, row) => sum + row.bytes, 0);
  if (total > PACK_MOST && found.length > 1) return 'too-much';
  const texts = found.reduce((sum, row) => sum + (TEXT.test(row.type) ? row.bytes : 0), 0);
  return { files: found.map((row) => ({ key: `${row.folder}/${row.path}`, bytes: row.bytes })), mostlyText: texts * 2 > total };
}

/** Yields each file with its length in front. A missing file ends the response early, which a client treats as a network failure. */
export async function* framed(context: AppContext, pack: Pack): AsyncGenerator<Buffer> {
  for (const group of groupsOf(pack.files)) {
    const [first] = group;
    if (first && first.bytes > SMALL) {
      yield lengthOf((await context.files.size(first.key)) ?? 0);
      for await (const chunk of await context.files.read(first.key)) yield chunk as Buffer;
    } else {
      const bodies = await Promise.all(group.map(async (file) => buffer(await context.files.read(file.key))));
      yield Buffer.concat(bodies.flatMap((body) => [lengthOf(body.length), body]));
    }
  }
}

/** Groups small neighbours together and large files alone. */
function groupsOf(files: readonly PackedFile[]): PackedFile[][] {
  const groups: PackedFile[][] = [];
  for (const file of files) {
    const last = groups.at(-1);
    if (last && last.length < AHEAD && file.bytes <= SMALL && (last[0]?.bytes ?? 0) <= SMALL) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(bytes);
  return head;
}
