import temml from 'temml';
import { DOLLAR_HTML, formulaSource } from '../../../contract/textbook/formula-source.ts';
import { cleanQuestionHtml } from '../../http/rich-text.ts';

/** Lengths in characters of TeX; numbers of a question with all its parts. They bound the time that saving takes. */
export const FORMULA = { length: 1_000, all: 10_000, count: 500, expansions: 1_000 } as const;

/** What the formulas of a question may still use. */
export interface FormulaBudget {
  left: number;
  count: number;
}
export const formulaBudget = (): FormulaBudget => ({ left: FORMULA.all, count: FORMULA.count });

/** Stands for a dollar sign without a meaning while formulas are looked for; no file contains this code point as a sign. */
const DOLLAR = '\ufdd0';
const DOLLAR_ENTITY = /&(?:#0{0,5}36|#x0{0,5}24|dollar);/gi;
/** Definitions could make a short formula arbitrarily long; references would be links. */
const REJECTED = /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|char|catcode|ref|eqref|label)(?![a-zA-Z])/;
const BLANK = /\[\[[0-9a-zA-Z]{1,16}\]\]/;
const PERCENT = /(?<!\\)(?:\\\\)*%/;
/** Chinese words or punctuation without any sign of TeX: the text between two prices. */
const PROSE = /^(?=[^]*[\u4e00-\u9fff，。；：？！、])[^\\^_{}=]*$/;
/** Signs of TeX after a dollar sign that nothing closes. */
const BEGUN = /^[^$\n]{0,60}?(?:\\[a-zA-Z]|\^|(?<!_)_[0-9a-zA-Z{])/;
const SHOWN_TEX = 30;

const WHY: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/Unsupported function name: (\\[a-zA-Z]+)/, ([, name]) => `不认识命令“${name ?? ''}”`],
  [/"?(\\[a-zA-Z]+)"? is not trusted/, ([, name]) => `不能使用命令“${name ?? ''}”`],
  [/No such environment: (\S+)/, ([, name]) => `不认识环境“${name ?? ''}”`],
  [/Double (?:sub|super)script/, () => '连着写了两个上标或下标，请用花括号分开'],
  [/Too many expansions|nested|stack/i, () => '公式过于复杂'],
  [/Unexpected end|expected '\}'|Expected '(?:\}|EOF|\\right|\\end)'|Extra \}/i, () => '括号或命令不成对'],
  [/display mode/, () => '这个命令只能用在“$$”里'],
];

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const unescaped = (html: string): string => html.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Why TeX cannot be shown. */
function faultOf(tex: string, budget: FormulaBudget): string | null {
  if (tex.length > FORMULA.length) return `超过${FORMULA.length}个字符，请拆成几个公式`;
  if (BLANK.test(tex)) return '公式里不能放空，请把空放在公式外面';
  const rejected = REJECTED.exec(tex);
  if (rejected) return `不能使用命令“${rejected[0]}”`;
  if (PERCENT.test(tex)) return '百分号要写成“\\%”';
  if (budget.count < 1 || budget.left < tex.length) return `一道题的公式最多${FORMULA.count}个、共${FORMULA.all}个字符`;
  return null;
}

/** MathML of a formula, sanitised, with its TeX; or why it is wrong. Files and addresses of other places are never read or named. */
function formulaOf(tex: string, block: boolean, budget: FormulaBudget): { readonly html: string } | { readonly fault: string } {
  const fault = faultOf(tex, budget);
  if (fault !== null) return { fault };
  budget.count -= 1;
  budget.left -= tex.length;
  try {
    const made = temml.renderToString(tex, {
      annotate: true,
      displayMode: block,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: FORMULA.expansions,
      maxSize: [20, 100],
    });
    const html = cleanQuestionHtml(block ? made.replace('<math', '<math display="block"') : made);
    // The TeX must be read back exactly, else the next edit would change the formula.
    const sign = block ? '$$' : '$';
    return unescaped(formulaSource(html)) === sign + tex + sign ? { html } : { fault: '写法有误' };
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    for (const [words, why] of WHY) {
      const found = words.exec(text);
      if (found) return { fault: why(found) };
    }
    return { fault: '写法有误' };
  }
}

/** Where the first dollar sign without a backslash before it is, from a place on; the length of the text when there is none. */
function nextDollar(text: string, from: number): number {
  for (let at = text.indexOf('$', from); at >= 0; at = text.indexOf('$', at + 1)) if (at === 0 || text[at - 1] !== '\\') return at;
  return text.length;
}

interface Found {
  readonly tex: string;
  readonly block: boolean;
  readonly end: number;
}

/** The formula that begins at a dollar sign, or null when the sign is one of a text: the rule is that of Pandoc. */
function formulaAt(text: string, at: number): Found | null {
  const block = text[at + 1] === '$';
  const from = at + (block ? 2 : 1);
  const to = nextDollar(text, from);
  if (to >= text.length || (block && text[to + 1] !== '$')) return null;
  const inner = text.slice(from, to);
  if (/\n\s*\n/.test(inner) || inner.trim() === '') return null;
  if (!block && (/^\s|\s$/.test(inner) || /\d/.test(text.charAt(to + 1)) || PROSE.test(inner))) return null;
  return { tex: unescaped(inner).trim().replace(/\s+/g, ' '), block, end: to + (block ? 2 : 1) };
}

const shortOf = (tex: string): string => (tex.length > SHOWN_TEX ? `${tex.slice(0, SHOWN_TEX)}…` : tex);

/** Replaces the formulas of a text without tags. */
function withFormulasIn(text: string, budget: FormulaBudget, faults: string[]): string {
  let made = '';
  let from = 0;
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', from)) {
    if (at > from && text[at - 1] === '\\') {
      made += text.slice(from, at - 1) + DOLLAR;
      from = at + 1;
      continue;
    }
    const found = formulaAt(text, at);
    const formula = found && formulaOf(found.tex, found.block, budget);
    if (found && formula && 'html' in formula) {
      made += text.slice(from, at) + formula.html;
      from = found.end;
      continue;
    }
    if (found && formula && 'fault' in formula) faults.push(`公式“${shortOf(found.tex)}”：${formula.fault}；普通的美元符号请写成“\\$”`);
    else if (BEGUN.test(text.slice(at + 1, at + 64))) faults.push(`公式“${shortOf(unescaped(text.slice(at, at + SHOWN_TEX)))}”的“$”没有配对`);
    const end = found?.end ?? at + 1;
    made += text.slice(from, end);
    from = end;
  }
  return made + text.slice(from);
}

/**
 * Sanitises HTML of a question and replaces `$…$` by MathML that keeps its TeX; `\$` is a dollar sign. A formula with a fault stays as typed, and
 * the fault is added. The result of a result is equal: stored formulas are read back to TeX first.
 */
export function cleanWithFormulas(html: string, budget: FormulaBudget, faults: string[]): string {
  const clean = cleanQuestionHtml(html.replaceAll(DOLLAR, '').replace(DOLLAR_ENTITY, DOLLAR));
  if (!/[$\ufdd0]/.test(clean) && !clean.includes('<math')) return clean;
  const source = formulaSource(clean);
  let made = '';
  let from = 0;
  for (const tag of source.matchAll(/<math\b[^]*?<\/math>|<[^>]*>/g)) {
    made += withFormulasIn(source.slice(from, tag.index), budget, faults) + tag[0];
    from = tag.index + tag[0].length;
  }
  made += withFormulasIn(source.slice(from), budget, faults);
  return made.replaceAll(DOLLAR, DOLLAR_HTML);
}
