import { expect, test } from 'vitest';
import { calendarFile, folded } from './calendar-file.ts';

const entry = {
  uid: 'FD202606010001@shuzhou.example',
  sequence: 2,
  start: Date.parse('2026-06-03T09:30:00+08:00'),
  end: Date.parse('2026-06-03T10:30:00+08:00'),
  changed: Date.parse('2026-06-01T08:00:00+08:00'),
  summary: '辅导：开头怎么写；第一段, 第二段（华教授）',
  description: `第一行\r\n第二行\\${'很长的问题'.repeat(30)}`,
  location: 'https://meet.example/abc;x=1',
  cancelled: false,
};

/** Reads a calendar as RFC 5545 says: unfold, split name and value, unescape. */
function read(file: string): string[][] {
  expect(file.endsWith('\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      const at = line.indexOf(':');
      const value = line.slice(at + 1).replace(/\\([\\;,nN])/g, (_all, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
      return [line.slice(0, at), value];
    });
}

test('#45 a calendar file has one event in Asia/Shanghai with escaped text and CRLF', () => {
  const lines = read(calendarFile(entry));
  const valueOf = (name: string) => lines.find(([found]) => found === name)?.[1];
  expect(lines[0]).toEqual(['BEGIN', 'VCALENDAR']);
  expect(lines.at(-1)).toEqual(['END', 'VCALENDAR']);
  expect(valueOf('DTSTART;TZID=Asia/Shanghai')).toBe('20260603T093000');
  expect(valueOf('DTEND;TZID=Asia/Shanghai')).toBe('20260603T103000');
  expect(valueOf('DTSTAMP')).toBe('20260601T000000Z');
  expect(valueOf('TZID')).toBe('Asia/Shanghai');
  expect(valueOf('SUMMARY')).toBe(entry.summary);
  expect(valueOf('DESCRIPTION')).toBe(entry.description.replace('\r\n', '\n'));
  expect(valueOf('LOCATION')).toBe(entry.location);
  expect(valueOf('STATUS')).toBe('CONFIRMED');
  expect(valueOf('SEQUENCE')).toBe('2');
  expect(calendarFile(entry)).toContain('第一段\\, 第二段');
  const open = lines.filter(([name]) => name === 'BEGIN').map(([, value]) => value);
  expect(lines.filter(([name]) => name === 'END').map(([, value]) => value)).toHaveLength(open.length);
});

test('a cancelled appointment has the state CANCELLED and no alarm', () => {
  const file = calendarFile({ ...entry, cancelled: true });
  expect(file).toContain('\r\nSTATUS:CANCELLED\r\n');
  expect(file).not.toContain('VALARM');
});

test('folds lines at 75 octets without cutting a character', () => {
  const line = `DESCRIPTION:${'书舟😀a'.repeat(40)}`;
  const parts = folded(line).split('\r\n');
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
  for (const part of parts.slice(1)) expect(part.startsWith(' ')).toBe(true);
  expect(parts.map((part, at) => (at === 0 ? part : part.slice(1))).join('')).toBe(line);
});
