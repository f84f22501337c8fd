import { expect, test } from 'vitest';
import { asCue, cuesOf } from './web-vtt.ts';

const FILE = `\ufeffWEBVTT 第一课\r
\r
NOTE 校对过\r
\r
1\r
00:01.000 --> 00:03.500 align:start\r
<v 何语>灯亮了 &amp; 桥醒了</v>\r
第二行\r
\r
01:00:00.000 --> 01:00:02.000\r
<b>散场</b>\r
`;

test('reads WebVTT captions with notes, numbers, settings, voices and hours', () => {
  expect(cuesOf(FILE)).toEqual([
    { start: 1, end: 3.5, text: '何语：灯亮了 & 桥醒了\n第二行' },
    { start: 3600, end: 3602, text: '散场' },
  ]);
  expect(cuesOf('  ')).toEqual([]);
});

test('returns cue text as a browser shows it: named and numeric character references, no ruby text, and the speaker', () => {
  const textOf = (said: string): string | undefined => cuesOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${said}`)[0]?.text;
  expect(textOf('&quot;引号&quot; &#39;撇&#39; &#x706F;&hellip; &#0; &unknown;')).toBe('"引号" \'撇\' 灯… &#0; &unknown;');
  expect(textOf('<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を読む')).toBe('漢字を読む');
  expect(textOf('<v.loud 王老师>同学们好</v> <c.red>请坐</c>')).toBe('王老师：同学们好 请坐');
  expect(textOf('<v 王老师>王老师：同学们好')).toBe('王老师：同学们好');
  const said = '若 3 < 5，且 7 > 6 & 成立';
  expect(textOf(asCue(said))).toBe(said);
});

test('reports an error in a caption file with its line number', () => {
  for (const [text, words] of [
    ['1\n00:00:01,000 --> 00:00:02,000\n你好', '字幕第1行应为“WEBVTT”，请上传WebVTT（.vtt）字幕'],
    ['WEBVTT\n\n00:00:01,000 --> 00:00:02,000\n你好', '字幕第3行的时间写法不正确，应为 00:01.000 --> 00:04.000'],
    ['WEBVTT\n\n00:02.000 --> 00:02.000\n你好', '字幕第3行的结束时间不晚于开始时间'],
  ] as const)
    expect(() => cuesOf(text)).toThrow(words);
});
