import { expect, test } from 'vitest';
import { webVttOf } from './captions.ts';
import { cuesOf } from './web-vtt.ts';

const said = (text: string) => cuesOf(webVttOf(text)).map(({ start, end, text: words }) => [start, end, words]);

test('#33.18 converts an SRT file: numbers, commas, tags, special characters and Windows line endings', () => {
  const srt =
    '\ufeff1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>灯亮了</i>\r\n第二行\r\n\r\n2\r\n01:00:00,250 --> 01:00:02,000 X1:40 X2:600\r\n{\\an8}<font color="#fff">若 3 < 5 & 7 > 6</font>\r\n';
  expect(said(srt)).toEqual([
    [1, 3.5, '灯亮了\n第二行'],
    [3600.25, 3602, '若 3 < 5 & 7 > 6'],
  ]);
  expect(webVttOf(srt)).toMatch(/^WEBVTT\n\n00:00:01\.000 --> 00:00:03\.500\n<i>灯亮了<\/i>/);
});

test.each([
  ['hours of one digit', '1:02:03.500 --> 1:02:04.000', [3723.5, 3724]],
  ['arrows without blanks', '00:01.000-->00:04.000', [1, 4]],
  ['a short arrow', '00:01.000 -> 00:04.000', [1, 4]],
  ['commas', '00:01,000 --> 00:04,000', [1, 4]],
  ['no hours in SRT', '00:01,5 --> 00:04,25', [1.5, 4.25]],
  ['no parts of a second', '00:00:01 --> 00:00:04', [1, 4]],
  ['minutes beyond the hour', '75:00.000 --> 75:01.000', [4500, 4501]],
])('#33.18 accepts captions with %s, with and without a header', (_name, times, [start, end]) => {
  for (const head of ['', 'WEBVTT\n\n', '\ufeffWEBVTT\r\n\r\n']) expect(said(`${head}${times}\n你好\n`)).toEqual([[start, end, '你好']]);
});

test('#44.8 an empty line inside an SRT cue does not end it', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n甲\n\n乙\n\n\n2\n00:00:02,000 --> 00:00:03,000\n\n丙\n\n3\n00:00:03,000 --> 00:00:04,000\n1949\n';
  expect(said(srt)).toEqual([
    [1, 2, '甲\n乙'],
    [2, 3, '丙'],
    [3, 4, '1949'],
  ]);
});

test('#33.18 reads captions without an empty line between two cues as two cues', () => {
  expect(said('1\n00:00:01,000 --> 00:00:02,000\n甲\n2\n00:00:02,000 --> 00:00:03,000\n乙')).toEqual([
    [1, 2, '甲'],
    [2, 3, '乙'],
  ]);
});

test('#33.18 keeps WebVTT cue settings, and does not change a valid WebVTT file', () => {
  expect(webVttOf('WEBVTT\n\nNOTE 校对\n\n开头\n0:01,000 --> 0:02,000 align:start A:1\n<v 何语>灯</v>')).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 align:start\n<v 何语>灯</v>\n',
  );
  const good = 'WEBVTT 第一课\n\nSTYLE\n::cue{color:red}\n\n00:01.000 --> 00:02.000\n灯\n';
  expect(webVttOf(good)).toBe(good);
  expect(webVttOf('')).toBe('');
});

test.each([
  ['灯亮了', '字幕第1行应为“WEBVTT”，或SRT字幕的序号'],
  ['1\n00:00:61,000 --> 00:01:02,000\n甲', '字幕第2行的时间写法不正确'],
  ['1\n一 --> 二\n甲', '字幕第2行的时间写法不正确'],
  ['WEBVTT\n\n00:02,000 --> 00:02,000\n甲', '字幕第3行的结束时间不晚于开始时间'],
])('#33.18 rejects an invalid caption file with its line number: %j', (text, words) => expect(() => webVttOf(text)).toThrow(words));
