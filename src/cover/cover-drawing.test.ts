import { expect, it } from 'vitest';
import { drawCover } from './cover-drawing.ts';

const faces = (title: string, author: string): string[] =>
  [...drawCover({ title, author, drawing: 'lit', format: 'E' }).matchAll(/font-family="([^",]*)/g)].map(([, first]) => first ?? '');

it('draws a Latin title and a Latin name in a Latin font, with a narrow ’', () => {
  expect(new Set(faces('Alice’s Adventures in Wonderland', 'Lewis Carroll'))).toEqual(new Set(['Georgia']));
  expect(faces('A Room of One’s Own', '弗吉尼亚·伍尔夫')).toEqual(['Georgia', 'Georgia', "'Source Han Serif SC'"]);
  expect(faces('桥上的灯', '周宁')).not.toContain('Georgia');
});

it('draws a straight apostrophe in a title as a typographic one, and leaves no line with only a preposition', () => {
  const lines = [
    ...drawCover({ title: "Alice's Adventures in Wonderland", author: '', drawing: 'lit', format: 'E' })
      .replace(/<tspan font[^>]*>([^<]*)<\/tspan>/g, '$1')
      .matchAll(/<tspan[^>]*>([^<]*)/g),
  ];
  expect(lines.map(([, line]) => line)).toEqual(['Alice’s', 'Adventures in', 'Wonderland']);
});

it('sets the script direction of a title on every line', () => {
  const drawn = drawCover({ title: '\u2067CSS: הרפתקה חדשה!\u2069', author: '', drawing: 'lit', format: 'E' });
  const lines = [...drawn.matchAll(/<tspan[^>]*>([^<]*)/g)].map(([, line]) => line);
  expect(lines).toEqual(['\u2067CSS: הרפתקה\u2069', '\u2067חדשה!\u2069']);
});

it('#33.12 draws an apostrophe of a Latin word in a Latin font in a title of both scripts too', () => {
  const drawn = drawCover({ title: 'The Lamp Keeper’s Daughter：守灯人的女儿', author: 'Flann O’Brien、周宁', drawing: 'lit', format: 'E' });
  expect(drawn.match(/’/g)?.length).toBe(drawn.match(/<tspan font-family="Georgia,[^"]*">’<\/tspan>/g)?.length);
  expect(drawCover({ title: '“灯”与‘雾’', author: '周宁', drawing: 'lit', format: 'E' })).not.toContain('Georgia');
});
