/** One cue of a caption file. Times are seconds from the start. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** Plain text; line breaks as `\n`. */
  readonly text: string;
}

const TIMES = /^((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})(?:[ \t].*)?$/;

const seconds = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '',
  rlm: '',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
  times: '×',
  deg: '°',
};
const MOST_CODE = 0x10ffff;

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
  return code > 0 && code <= MOST_CODE ? String.fromCodePoint(code) : whole;
}

/** Removes the markup of a cue and its ruby text, keeps the marked-up text and puts the speaker before it. */
const plain = (text: string): string =>
  text
    .replace(/<rt\b[^>\n]*>[^<\n]*/g, '')
    .replace(/<v(?:\.[^>\s]*)?[ \t]+([^>\n]+)>(?!\1[：:])/g, '$1：')
    .replace(/<[^>\n]*>/g, '')
    .replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,6});/g, entity);

/** Escapes plain text for a cue. */
export const asCue = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An error in a caption file: the line number, from 1, and the problem. */
export class CaptionFault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(`字幕第${line}行${message}`);
    this.line = line;
  }
}

/** Returns the cues of a WebVTT text in their order. Throws `CaptionFault`; an empty text has no cues. */
export function cuesOf(text: string): Cue[] {
  if (text.trim() === '') return [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  if (!/^WEBVTT([ \t].*)?$/.test(lines[0] ?? '')) throw new CaptionFault(1, '应为“WEBVTT”，请上传WebVTT（.vtt）字幕');
  const cues: Cue[] = [];
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!line.includes('-->')) continue;
    const found = TIMES.exec(line.trim());
    if (!found) throw new CaptionFault(at + 1, '的时间写法不正确，应为 00:01.000 --> 00:04.000');
    const [start, end] = [seconds(found[1] ?? ''), seconds(found[2] ?? '')];
    if (end <= start) throw new CaptionFault(at + 1, '的结束时间不晚于开始时间');
    const said: string[] = [];
    while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== '') said.push(lines[++at] ?? '');
    cues.push({ start, end, text: plain(said.join('\n')) });
  }
  return cues.sort((one, two) => one.start - two.start);
}
