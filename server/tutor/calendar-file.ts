import { SHANGHAI_MS } from '../../contract/clock.ts';

/** An appointment in a calendar file. Times are epoch milliseconds. */
export interface CalendarEntry {
  readonly uid: string;
  readonly sequence: number;
  readonly start: number;
  readonly end: number;
  readonly changed: number;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly cancelled: boolean;
}

const LINE_BYTES = 75;

/** `yyyyMMddTHHmmss`, Asia/Shanghai. */
const local = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace(/[-:]/g, '');
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** RFC 5545, 3.3.11. Control characters other than the line break are not allowed in a text. */
const text = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- these are what is removed
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** RFC 5545, 3.1: at most 75 octets in a line, without the line break; no character is cut in two. */
export function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current].join('\r\n');
}

/** Returns a calendar with one appointment (RFC 5545), in Asia/Shanghai, which has had no summer time since 1991. */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shuzhou//Tutoring//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Shanghai',
    'BEGIN:STANDARD',
    'DTSTART:19910915T000000',
    'TZOFFSETFROM:+0800',
    'TZOFFSETTO:+0800',
    'TZNAME:CST',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${text(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(entry.changed)}`,
    `LAST-MODIFIED:${utc(entry.changed)}`,
    `DTSTART;TZID=Asia/Shanghai:${local(entry.start)}`,
    `DTEND;TZID=Asia/Shanghai:${local(entry.end)}`,
    `SUMMARY:${text(entry.summary)}`,
    ...(entry.description ? [`DESCRIPTION:${text(entry.description)}`] : []),
    ...(entry.location ? [`LOCATION:${text(entry.location)}`] : []),
    `STATUS:${entry.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(entry.cancelled ? [] : ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${text(entry.summary)}`, 'TRIGGER:-PT30M', 'END:VALARM']),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
