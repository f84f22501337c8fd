import { MediaError, assertNotTooMany } from './probed.ts';

/** A box of an MP4 and its content. */
export interface Box {
  readonly type: string;
  readonly body: Buffer;
}

export function childrenOf({ body }: Box): Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= body.length; ) {
    const length = body.readUInt32BE(at);
    if (length < 8 || at + length > body.length) break;
    found.push({ type: body.toString('latin1', at + 4, at + 8), body: body.subarray(at + 8, at + length) });
    assertNotTooMany(found);
    at += length;
  }
  return found;
}

export function find(box: Box, ...path: readonly string[]): Box | null {
  let here: Box | undefined = box;
  for (const type of path) here = here && childrenOf(here).find((one) => one.type === type);
  return here ?? null;
}

export function needAll<T extends readonly string[]>(box: Box, ...types: T): { [K in keyof T]: Box } {
  return types.map((type) => {
    const found = find(box, type);
    if (!found) throw new MediaError('MP4的播放索引不完整，请重新导出后再上传');
    return found;
  }) as { [K in keyof T]: Box };
}

/** Maximum samples read of one track, since an index of a few bytes can declare four billion; 30 minutes of AAC have 84,000. */
const SAMPLES_MOST = 16_000_000;

/** Returns, for each step of `step` seconds, the file offset at which the last sample that begins in it ends. */
export function sampleEnds(table: Box, scale: number, step: number, steps: number): number[] {
  const [stts, stsc, stsz] = needAll(table, 'stts', 'stsc', 'stsz');
  const wide = find(table, 'co64');
  const chunks = wide ?? find(table, 'stco');
  if (!chunks) return [];
  const chunkCount = chunks.body.readUInt32BE(4);
  const chunkAt = (index: number): number => (wide ? Number(chunks.body.readBigUInt64BE(8 + index * 8)) : chunks.body.readUInt32BE(8 + index * 4));
  const oneSize = stsz.body.readUInt32BE(4);
  const sampleCount = stsz.body.readUInt32BE(8);
  const runs = stsc.body.readUInt32BE(4);
  const ends: number[] = [];
  let furthest = 0;
  let sample = 0;
  let time = 0;
  let [run, left, delta] = [-1, 0, 0];
  for (let chunk = 0, rule = 0; chunk < chunkCount && sample < sampleCount; chunk++) {
    while (rule + 1 < runs && stsc.body.readUInt32BE(8 + (rule + 1) * 12) <= chunk + 1) rule += 1;
    let at = chunkAt(chunk);
    for (let inChunk = stsc.body.readUInt32BE(8 + rule * 12 + 4); inChunk > 0 && sample < sampleCount; inChunk--, sample++) {
      if (left === 0) {
        run += 1;
        left = stts.body.readUInt32BE(8 + run * 8);
        delta = stts.body.readUInt32BE(8 + run * 8 + 4);
      }
      while (ends.length < steps && time >= (ends.length + 1) * step * scale) ends.push(furthest);
      if (ends.length === steps) return ends;
      if (sample > SAMPLES_MOST) throw new MediaError('这个MP4的播放索引过大，请拆分后再上传');
      at += oneSize || stsz.body.readUInt32BE(12 + sample * 4);
      furthest = Math.max(furthest, at);
      time += delta;
      left -= 1;
    }
  }
  while (ends.length < steps) ends.push(furthest);
  return ends;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** Returns the index of a file with every offset moved by `shift` bytes. Throws when an offset no longer fits. */
export function movedIndex(moov: Buffer, shift: number): Buffer {
  const moved = Buffer.from(moov);
  const walk = (start: number, end: number): void => {
    for (let at = start; at + 8 <= end; ) {
      const length = moved.readUInt32BE(at);
      if (length < 8) break;
      const type = moved.toString('latin1', at + 4, at + 8);
      if (CONTAINERS.has(type)) walk(at + 8, at + length);
      if (type === 'stco' || type === 'co64') {
        const count = moved.readUInt32BE(at + 12);
        for (let index = 0; index < count; index++) {
          if (type === 'co64') moved.writeBigUInt64BE(moved.readBigUInt64BE(at + 16 + index * 8) + BigInt(shift), at + 16 + index * 8);
          else moved.writeUInt32BE(moved.readUInt32BE(at + 16 + index * 4) + shift, at + 16 + index * 4);
        }
      }
      at += length;
    }
  };
  walk(0, moved.length);
  return moved;
}
