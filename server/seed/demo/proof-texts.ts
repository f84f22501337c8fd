import type { ErrorKind } from '../../../contract/proof/error-rate.ts';

/** Marks of the demo: kind, wrong, right, note, characters, and a thread. */
export const DEMO_MARKS: readonly (readonly [
  kind: ErrorKind,
  wrong: string,
  right: string,
  note: string,
  characters: number,
  thread: readonly (readonly [by: 'proofreader' | 'editor', text: string])[],
])[] = [
  ['wrong', '灯又暗了一格', '灯又暗了一隔', '上文作“一格”，请核对是否有意', 1, [['editor', '以底稿为准，仍作“一格”']]],
  ['wrong', '帐本', '账本', '', 1, []],
  ['missing', '作者停下笔', '作者停下了笔', '', 1, []],
  ['punctuation', '听了一会儿窗外.', '听了一会儿窗外。', '全书统一用中文句号', 1, []],
  ['grammar', '通过这件事使他明白', '这件事使他明白', '缺主语', 1, []],
  ['extra', '的的', '的', '', 1, []],
  [
    'number',
    '二十四封',
    '24封',
    '数字用法与体例不一致',
    1,
    [
      ['proofreader', '书名里也是汉字，是否全书统一用汉字？'],
      ['editor', '统一用汉字，这处不改'],
    ],
  ],
  ['case', 'asa', 'Asa', '句首大写', 1, []],
  ['knowledge', '公元前1911年', '1911年', '', 1, []],
  ['punctuation', '……，', '……', '省略号后不再用逗号', 1, []],
  ['layout', '图3', '图2', '图序跳号', 1, []],
  ['query', '江城', '', '前文作“江州”，是否同一地名？', 1, [['editor', '同一地名，统一为“江城”']]],
];

export const PROOF_REPORTS = [
  '全书通校一遍，重点核对了人名、地名和数字用法，体例大体统一；第三章引文请责编再核一次原书。',
  '改样已逐处对过，没有漏改；目录页码与正文一致，书眉与章名相符，图表序号连续。',
  '终校重点看了标题层级、注释和版权页，字体字号前后一致，个别标点已标出。',
] as const;
