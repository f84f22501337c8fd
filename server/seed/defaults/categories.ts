/** Categories of works with their class of the Chinese Library Classification. */
export const CATEGORIES: readonly (readonly [name: string, code: string, below: readonly (readonly [string, string])[]])[] = [
  [
    '文学',
    'I',
    [
      ['小说', 'I247'],
      ['散文随笔', 'I267'],
      ['诗歌', 'I227'],
    ],
  ],
  [
    '语言学习',
    'H',
    [
      ['英语', 'H31'],
      ['日语', 'H36'],
      ['法语', 'H32'],
      ['汉语', 'H1'],
    ],
  ],
  [
    '教材',
    'G64',
    [
      ['写作', 'H05'],
      ['翻译', 'H059'],
    ],
  ],
  [
    '编辑出版',
    'G23',
    [
      ['编辑学', 'G232'],
      ['出版研究', 'G23'],
    ],
  ],
  [
    '童书',
    'I28',
    [
      ['故事', 'I287'],
      ['科普', 'N49'],
    ],
  ],
];
