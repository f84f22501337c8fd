import { ownValue } from '../../contract/own-value.ts';
import { incomplete, MediaError, assertNotTooMany, TRIAL_STEP, TRIAL_STEPS, type Bytes, type Probed } from './probed.ts';

const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  entry: 0xae,
  codec: 0x86,
  type: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  time: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
} as const;
const NAMES: Readonly<Record<string, string>> = {
  V_VP8: 'VP8',
  V_VP9: 'VP9',
  V_AV1: 'AV1',
  A_OPUS: 'Opus',
  A_VORBIS: 'Vorbis',
};
/** Maximum size of a header that is read at once: far larger than real ones. */
const HEAD_MOST = 4 * 1024 * 1024;
/** Ten hours with five clusters per second. */
const CLUSTERS_MOST = 200_000;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Infinity when a live recorder did not write the length. */
  readonly end: number;
}

/** Parses a number of one to eight bytes; the first byte gives the length. `keep` leaves the length marker in, as in ids. */
function numberAt(head: Buffer, at: number, keep: boolean): { value: number; length: number; open: boolean } {
  const first = head.readUInt8(at);
  const length = first === 0 ? 9 : Math.clz32(first) - 23;
  if (length > 8) throw new MediaError('WebM文件已损坏，请重新导出后再上传');
  let value = keep ? first : first & (0xff >> length);
  let open = value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = head.readUInt8(at + index);
    open &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, open };
}

async function elementAt(bytes: Bytes, at: number): Promise<Element> {
  const head = await bytes.read(at, Math.min(12, bytes.size - at));
  const id = numberAt(head, 0, true);
  const size = numberAt(head, id.length, false);
  const start = at + id.length + size.length;
  return { id: id.value, start, end: size.open ? Infinity : start + size.value };
}

async function childrenOf(bytes: Bytes, parent: Element): Promise<Element[]> {
  const found: Element[] = [];
  const end = Math.min(parent.end, bytes.size);
  for (let at = parent.start; at < end; ) {
    const child = await elementAt(bytes, at);
    found.push(child);
    assertNotTooMany(found);
    at = child.end;
  }
  return found;
}

const body = async (bytes: Bytes, { start, end }: Element): Promise<Buffer> => bytes.read(start, Math.min(end - start, HEAD_MOST));
const whole = (buffer: Buffer): number => buffer.reduce((sum, byte) => sum * 256 + byte, 0);
const float = (buffer: Buffer): number => (buffer.length === 4 ? buffer.readFloatBE(0) : buffer.length === 8 ? buffer.readDoubleBE(0) : 0);

interface Found {
  /** Nanoseconds per tick. */
  scale: number;
  ticks: number;
  codecs: string[];
  width: number;
  height: number;
  hasVideo: boolean;
}

export async function probeWebm(bytes: Bytes): Promise<Probed> {
  const first = await elementAt(bytes, 0);
  const segment = await elementAt(bytes, first.end);
  if (segment.id !== ID.segment) throw new MediaError('WebM文件已损坏，请重新导出后再上传');
  if (segment.end !== Infinity && segment.end > bytes.size) throw incomplete();
  const found: Found = { scale: 1_000_000, ticks: 0, codecs: [], width: 0, height: 0, hasVideo: false };
  const clusters: { ticks: number; end: number }[] = [];
  let last = 0;
  const end = Math.min(segment.end, bytes.size);
  for (let at = segment.start; at < end; ) {
    const element = await elementAt(bytes, at);
    if (element.id === ID.info) await readInfo(bytes, element, found);
    if (element.id === ID.tracks) await readTracks(bytes, element, found);
    if (element.id === ID.cluster) {
      const cluster = await readCluster(bytes, element, end);
      last = Math.max(last, cluster.last);
      clusters.push({ ticks: cluster.first, end: cluster.end });
      assertNotTooMany(clusters, CLUSTERS_MOST);
      at = cluster.end;
    } else at = element.end;
  }
  if (found.codecs.length === 0 || clusters.length === 0) throw new MediaError('文件里没有声音也没有画面，请重新导出后再上传');
  const seconds = (ticks: number): number => (ticks * found.scale) / 1_000_000_000;
  const durationMs = Math.round(seconds(found.ticks || last) * 1000);
  if (durationMs === 0) throw new MediaError('读不出这个WebM的时长，请重新导出后再上传');
  const steps = Math.min(TRIAL_STEPS, Math.ceil(durationMs / 1000 / TRIAL_STEP));
  const trialBytes = Array.from({ length: steps }, (_, step) => {
    const needed = clusters.filter((cluster) => seconds(cluster.ticks) < (step + 1) * TRIAL_STEP).at(-1);
    return Math.min(bytes.size, needed?.end ?? clusters[0]?.end ?? bytes.size);
  });
  return {
    mediaType: found.hasVideo ? 'video' : 'audio',
    mime: found.hasVideo ? 'video/webm' : 'audio/webm',
    durationMs,
    width: found.width,
    height: found.height,
    codecs: found.codecs.join('、'),
    trialBytes,
  };
}

async function readInfo(bytes: Bytes, info: Element, found: Found): Promise<void> {
  for (const child of await childrenOf(bytes, info)) {
    if (child.id === ID.scale) found.scale = whole(await body(bytes, child)) || found.scale;
    if (child.id === ID.duration) found.ticks = float(await body(bytes, child));
  }
}

async function readTracks(bytes: Bytes, tracks: Element, found: Found): Promise<void> {
  for (const entry of await childrenOf(bytes, tracks)) {
    if (entry.id !== ID.entry) continue;
    let kind = 0;
    let codec = '';
    for (const child of await childrenOf(bytes, entry)) {
      if (child.id === ID.type) kind = whole(await body(bytes, child));
      if (child.id === ID.codec) codec = (await body(bytes, child)).toString('latin1').replace(/\0+$/, '');
      if (child.id !== ID.video) continue;
      for (const side of await childrenOf(bytes, child)) {
        if (side.id === ID.width) found.width = whole(await body(bytes, side));
        if (side.id === ID.height) found.height = whole(await body(bytes, side));
      }
    }
    if (kind !== 1 && kind !== 2) continue;
    if (!ownValue(NAMES, codec)) throw new MediaError(`编码${codec}不是WebM的编码，浏览器不能播放，请导出为MP4或WebM`);
    found.codecs.push(NAMES[codec] ?? codec);
    found.hasVideo ||= kind === 1;
  }
}

/** A cluster of known length is skipped; in one of unknown length every block is read until the next cluster. */
async function readCluster(bytes: Bytes, cluster: Element, end: number): Promise<{ first: number; last: number; end: number }> {
  let ticks = 0;
  let last = 0;
  let at = cluster.start;
  const limit = Math.min(cluster.end, end);
  while (at < limit) {
    const child = await elementAt(bytes, at);
    if (cluster.end === Infinity && (child.id === ID.cluster || child.id > 0xffffff)) break;
    if (child.id === ID.time) ticks = whole(await body(bytes, child));
    if (child.id === ID.simpleBlock) {
      const head = await bytes.read(child.start, 4);
      last = Math.max(last, ticks + head.readInt16BE(1));
    }
    at = child.end;
  }
  return { first: ticks, last: Math.max(last, ticks), end: Math.min(at, end) };
}
