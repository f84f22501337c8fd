export interface Ink {
  readonly ground: string;
  readonly deep: string;
  readonly tint: string;
  readonly ink: string;
  /** The colour of the drawing on paper. */
  readonly key: string;
}

export const PAPER = '#f5efe1';
export const PAPER_INK = '#2a2620';
export const PAPER_SOFT = '#5a5346';
export const SEAL = '#b4382c';
const LAMP = '#e9b44c';
const AUTUMN = 4;

const row = (ground: string, deep: string, tint: string, ink: string, key = ground): Ink => ({ ground, deep, tint, ink, key });

/** 黛蓝 石绿 赭石 胭脂 秋香 藤紫 墨 靛青 苔 檀 月白 藕. */
export const PALETTE: readonly Ink[] = [
  row('#2e4a5b', '#223947', '#6c8a99', '#f5efe1'),
  row('#2f6b5e', '#245549', '#7fb0a1', '#f5efe1'),
  row('#96512f', '#783f23', '#d39a72', '#fdf4e6'),
  row('#87343e', '#6a2730', '#c98488', '#fbefe6'),
  row('#cdab5c', '#b38f3e', '#e6d09a', '#33270f', '#946f22'),
  row('#5c5076', '#473d5e', '#a095b8', '#f5efe6'),
  row('#2d2f32', '#1d1f21', '#75787c', '#f3ecdd'),
  row('#1f5570', '#154056', '#74a5bb', '#f2efe4'),
  row('#58673a', '#444f2b', '#a1ad7c', '#f8f3e2'),
  row('#66463a', '#4e342a', '#b08b78', '#f7ecdf'),
  row('#cbdad8', '#9fb9b6', '#e6efed', '#1f3436', '#567f7a'),
  row('#ddc1b1', '#c59f8b', '#efdfd4', '#3e241a', '#a56f57'),
];

/** Colour of the lit lamp in a drawing; on 秋香 it would be invisible, so the ink colour is used there. */
export const lampOf = (ink: Ink, onPaper: boolean): string => (ink === PALETTE[AUTUMN] && !onPaper ? ink.ink : LAMP);

/** FNV-1a with a final mix: the same title always has the same cover. */
export function hashOf(text: string): number {
  let h = 2166136261;
  for (const character of text) {
    h ^= character.codePointAt(0) ?? 0;
    h = Math.imul(h, 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  return h >>> 0;
}

export type Dice = () => number;

/** Returns a generator of numbers from 0 to 1, always the same ones for the same seed. */
export function diceOf(seed: number): Dice {
  let h = seed;
  return () => {
    h = (Math.imul(h ^ (h >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
  };
}

export const inkOf = (index: number): Ink => PALETTE[index % PALETTE.length] as Ink;
