import { expect, it } from 'vitest';
import {
  type Colour,
  contrast,
  groundFor,
  isGrey,
  luminance,
  nightPaint,
  over,
  readable,
  readColour,
  readHex,
  TEXT_CONTRAST,
  written,
} from './colour-contrast.ts';
import { THEMES } from './look.ts';

const steps = [0, 51, 102, 153, 204, 255];
const every: Colour[] = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Colour => [red, green, blue, 1])));
const shown = (colour: Colour): Colour => readColour(written(colour)) as Colour;

it.each(Object.entries(THEMES))('#44.3 on %s paper every colour is readable on every background of a book', (_name, theme) => {
  const paper = readHex(theme.paper);
  const inks = { ink: readHex(theme.ink), dim: readHex(theme.dim) };
  expect(every.length).toBeGreaterThan(20);
  for (const own of every) {
    const ground = shown(groundFor(own, paper, theme.dark));
    for (const ink of every) {
      const text = shown(readable(ink, ground, inks));
      expect(contrast(text, ground), `${written(ink)} on ${written(own)}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  }
});

it('#44.3 a readable colour and a background on light paper stay as the book has them', () => {
  const inks = { ink: readHex('#2b2721'), dim: readHex('#6d6455') };
  const red: Colour = [170, 0, 0, 1];
  const yellow: Colour = [255, 251, 230, 1];
  expect(readable(red, yellow, inks)).toBe(red);
  expect(groundFor(yellow, readHex('#f7f2e6'), false)).toBe(yellow);
});

it('#44.3 at night a light background is dark, keeps its hue and differs from the paper', () => {
  const paper = readHex(THEMES.night.paper);
  const light = every.filter((one) => luminance(one) > 0.05);
  expect(light.length).toBeGreaterThan(20);
  for (const own of light) {
    const ground = groundFor(own, paper, true);
    expect(luminance(ground), written(own)).toBeLessThan(0.09);
    expect(contrast(ground, paper), written(own)).toBeGreaterThan(1.3);
    if (!isGrey(own)) expect(ground.indexOf(Math.max(...ground.slice(0, 3))), written(own)).toBe(own.indexOf(Math.max(...own.slice(0, 3))));
  }
});

it('#44.3 at night black lines of a drawing are light and white shapes are dark', () => {
  const paper = readHex(THEMES.night.paper);
  expect(contrast(nightPaint([0, 0, 0, 1]), paper)).toBeGreaterThan(10);
  expect(contrast(nightPaint([255, 255, 255, 1]), paper)).toBeLessThan(1.5);
  expect(nightPaint([200, 30, 30, 0.5])[3]).toBe(0.5);
});

it('#44.3 reads the forms of a computed colour, and mixes translucent ones', () => {
  expect(readColour('rgba(1, 2, 3, 0.5)')).toEqual([1, 2, 3, 0.5]);
  expect(readColour('color(srgb 1 0 0 / 0.25)')).toEqual([255, 0, 0, 0.25]);
  expect(readColour('url("#g")')).toBeNull();
  expect(over([255, 0, 0, 0.5], [0, 0, 255, 1])).toEqual([127.5, 0, 127.5, 1]);
});
