import type { Basis } from './text-map.ts';

const WORDS: Readonly<Record<Basis | 'sentence', string>> = {
  sentence: '',
  title: '录音和书没有逐句对照，已到这一章里差不多的位置',
  order: '录音和书没有逐句对照，已按章节的先后找到差不多的位置',
  whole: '录音和书的章节对不上，按全书的长短估计，可能差几页',
};

/** Says that a position is approximate; '' for an exact one. */
export const basisWords = (basis: Basis | 'sentence'): string => WORDS[basis];
