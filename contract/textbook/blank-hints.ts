/** What a relaxed rule would accept, or what is wrong about the form of a right value. */
export const BLANK_HINTS = {
  case: '注意大小写',
  space: '注意空格',
  punct: '注意标点',
  accent: '注意重音',
  script: '注意简繁',
  unit: '缺少单位',
  decimals: '小数位数不对',
  number: '请只填数',
  tone: '注意声调',
} as const;
export type BlankHint = keyof typeof BLANK_HINTS | '';
