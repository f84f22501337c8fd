import { expect, test } from 'vitest';
import { contrast, DEFAULT_COLOUR, adminColours, hexOf } from './theme-colour.ts';

/** The same colours in every run. */
function* anyColours(count: number): Generator<string> {
  let seed = 20261121;
  for (let n = 0; n < count; n += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    yield `#${(seed >>> 8).toString(16).padStart(6, '0')}`;
  }
}

test('S2.5.7 keeps a contrast of 4.5:1 for text on any chosen colour and in it, in light and dark mode', () => {
  const bad: string[] = [];
  for (const picked of [...anyColours(600), '#ffffff', '#000000', '#ffff00', '#00ff00', '#808080', '#ff00ff']) {
    for (const dark of [false, true]) {
      const { primary, hover, active, link, linkHover, tint } = adminColours(picked, dark);
      const pairs: [string, string, string][] = [
        ...[primary, hover, active].map((fill): [string, string, string] => ['white on', '#ffffff', fill]),
        ...[link, linkHover].flatMap((text) =>
          (dark ? [tint, '#171716', '#1f1f1e', '#1d1d1c'] : [tint, '#ffffff', '#f7f6f3', '#f5f4f1']).map((ground): [string, string, string] => [
            'link on',
            text,
            ground,
          ]),
        ),
      ];
      for (const [what, text, ground] of pairs)
        if (contrast(text, ground) < 4.5)
          bad.push(`${picked} ${dark ? 'dark' : 'light'} ${what} ${text} ${ground} ${contrast(text, ground).toFixed(2)}`);
    }
  }
  expect(bad).toEqual([]);
});

test('S9.4 keeps the default colour unchanged and derives its darker steps', () => {
  const { own, primary, hover, active } = adminColours(DEFAULT_COLOUR, false);
  expect(own).toBe('#409EFF');
  expect(contrast('#ffffff', primary)).toBeLessThan(4.9);
  expect(contrast('#ffffff', hover)).toBeGreaterThan(contrast('#ffffff', primary));
  expect(contrast('#ffffff', active)).toBeGreaterThan(contrast('#ffffff', hover));
});

test('falls back to the default for a setting that is not a colour', () => {
  expect(adminColours('javascript:1', false)).toEqual(adminColours(DEFAULT_COLOUR, false));
  expect([hexOf('#abc'), hexOf(7), hexOf('#AbCdEf')]).toEqual([null, null, '#AbCdEf']);
});
