import { CaptionFault, cuesOf } from './web-vtt.ts';

/** `1:02:03,5`, `02:03.450`, `62:03`: hours are optional or one digit, and fractions of a second are optional. */
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^${TIME}\s*-{1,3}>\s*${TIME}(?:\s+(.*))?$`);
/** A timing line, also a malformed one: `-->` occurs nowhere else; a shorter arrow may be part of the text. */
const ARROW = /-->|^\s*\d[\d:.,]*\s*-{1,2}>/;
/** WebVTT cue settings; SRT writes coordinates in the same place. */
const SETTING = /^(align|line|position|size|vertical|region):\S+$/;
/** Tags that exist in both formats. */
const TAG = /^<\/?(?:[biu]|c|v|lang|ruby|rt)(?:[.\s][^<>]*)?>/;
const COMMENT = /^(NOTE|STYLE|REGION)(\s|$)/;
const MINUTE = 60;

/**
 * Returns captions as WebVTT. A valid WebVTT file is returned unchanged. SRT and loosely written WebVTT (commas, one-digit or missing
 * hours, arrows without spaces, cues without an empty line between them) are converted. Throws `CaptionFault` with the line
 * of the first error.
 */
export function webVttOf(text: string): string {
  try {
    const cues = cuesOf(text);
    // Browsers ignore cues with a different arrow.
    const lines = text.split(/\r\n?|\n/).filter((line) => ARROW.test(line)).length;
    return cues.length === lines && (lines > 0 || text.trim() === '') ? text : converted(text);
  } catch (error) {
    if (!(error instanceof CaptionFault)) throw error;
    return converted(text);
  }
}

interface Cue {
  readonly times: string;
  readonly said: string[];
}

function converted(text: string): string {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const isVtt = /^WEBVTT(\s|$)/.test(lines[0] ?? '');
  const cues: Cue[] = [];
  for (let at = isVtt ? 1 : 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    if (line === '') continue;
    if (isVtt && COMMENT.test(line)) {
      while ((lines[at + 1] ?? '').trim() !== '') at += 1;
      continue;
    }
    if (!ARROW.test(line)) {
      // The number or name of the cue that starts on the next line.
      if (ARROW.test(lines[at + 1] ?? '') && (isVtt || /^\d+$/.test(line))) continue;
      throw new CaptionFault(
        at + 1,
        isVtt || cues.length > 0
          ? '前面缺少时间，应为 00:01.000 --> 00:04.000'
          : '应为“WEBVTT”，或SRT字幕的序号，请上传WebVTT（.vtt）或SRT（.srt）字幕',
      );
    }
    const cue: Cue = { times: timesOf(line, at + 1), said: [] };
    for (;;) {
      while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== '' && !ARROW.test(lines[at + 1] ?? '')) cue.said.push(lines[++at] ?? '');
      const next = isVtt ? -1 : goesOn(lines, at + 1);
      if (next < 0) break;
      at = next - 1;
    }
    // The number of the next cue when no empty line precedes it.
    if (ARROW.test(lines[at + 1] ?? '') && /^\s*\d+\s*$/.test(cue.said.at(-1) ?? '')) cue.said.pop();
    cues.push(cue);
  }
  return `WEBVTT\n\n${cues.map(({ times, said }) => `${times}\n${said.map((line) => (isVtt ? line : markup(line))).join('\n')}\n`).join('\n')}`;
}

/**
 * Returns the line at which the text of an SRT cue continues after empty lines, which WebVTT does not allow; -1 when the next cue or the
 * end of the file follows.
 */
function goesOn(lines: readonly string[], from: number): number {
  const next = lines.findIndex((line, at) => at >= from && line.trim() !== '');
  if (next <= from || ARROW.test(lines[next] ?? '')) return -1;
  const after = lines.findIndex((line, at) => at > next && line.trim() !== '');
  return /^\s*\d+\s*$/.test(lines[next] ?? '') && after >= 0 && ARROW.test(lines[after] ?? '') ? -1 : next;
}

function timesOf(line: string, number: number): string {
  const found = TIMES.exec(line);
  const start = found && milliseconds(found.slice(1, 5));
  const end = found && milliseconds(found.slice(5, 9));
  if (start === null || end === null) throw new CaptionFault(number, '的时间写法不正确，应为 00:01.000 --> 00:04.000');
  if (end <= start) throw new CaptionFault(number, '的结束时间不晚于开始时间');
  const settings = (found?.[9] ?? '').split(/\s+/).filter((one) => SETTING.test(one));
  return [clock(start), '-->', clock(end), ...settings].join(' ');
}

function milliseconds([hours, minutes = '0', seconds = '0', part = '0']: readonly (string | undefined)[]): number | null {
  if (Number(seconds) >= MINUTE || (hours !== undefined && Number(minutes) >= MINUTE)) return null;
  return ((Number(hours ?? 0) * MINUTE + Number(minutes)) * MINUTE + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'));
}

function clock(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const seconds = ms / 1000;
  return `${two(seconds / (MINUTE * MINUTE))}:${two((seconds / MINUTE) % MINUTE)}:${two(seconds % MINUTE)}.${String(ms % 1000).padStart(3, '0')}`;
}

/** Escapes an SRT line except for a few tags; colours and screen positions are removed. */
const markup = (line: string): string =>
  line
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<\/?font[^<>]*>/gi, '')
    .replace(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
    .replace(/&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,6});)/g, '&amp;')
    .replace(/<[^<>]*>?/g, (tag) => (TAG.test(tag) ? tag : tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;')));
