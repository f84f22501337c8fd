import type { Plugin } from 'vite';

/** Measure words and units that follow a number. */
const UNITS = '卷期章节页字篇本册部个位人条次项份张件种类级天日月年周时分秒小号版轮遍步倍岁枚幅行列段句词题元万亿家名款组处台套场集首支间层道门封颗';
const NO_BREAK = '\u00a0';
const BEFORE_UNIT = new RegExp(`(?<=[}\\d%]) (?=[${UNITS}])`, 'g');
const AFTER_LABEL = /(?<=[第共约满每]) (?=\$?\{|\d)/g;
const MONEY = /(?<=[¥￥]) (?=\$?\{|\d)/g;

/** Puts no-break spaces between number and unit, and between ordinal and number, in the texts of a source file: `第 ${n} 卷`, `共 {n} 章`, `20 条`. */
export const noBreak = (source: string): string => source.replace(BEFORE_UNIT, NO_BREAK).replace(AFTER_LABEL, NO_BREAK).replace(MONEY, NO_BREAK);

const AREAS =
  /\/src\/(admin(?!\/tool\/form-designer\/code-generator)|site\/(contest|periodical|manuscript|review|tutor|wechat|scholar|inbox|identity))\/.*\.tsx?$/;

/** Applies the rule at build time, so that no screen has to remember it. Home and reader are left out: their size budgets are full. */
export function noBreakSpaces(root: string): Plugin {
  return {
    name: 'no-break-spaces',
    enforce: 'pre',
    transform(code, id) {
      const [path] = id.split('?');
      if (!path?.startsWith(`${root}/src/`) || !AREAS.test(path)) return null;
      const changed = noBreak(code);
      return changed === code ? null : { code: changed, map: null };
    },
    // The minifier writes the character as an escape of four bytes.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/(?<!\\)\\xA0/g, NO_BREAK);
    },
  };
}
