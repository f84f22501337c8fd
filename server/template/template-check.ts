import { TEMPLATE_TYPE_NAMES, type TemplateType } from '../../contract/template/template-types.ts';
import { TEMPLATE_VARIABLES, type TemplateVariable } from '../../contract/template/template-variables.ts';
import type { DocxTags, DocxValues } from '../document/docx-template.ts';
import { failed } from '../http/app-error.ts';

/** Number of single-character edits between two texts. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let row = b.map((_, index) => index + 1);
  for (const [i, left] of a.entries()) {
    let diagonal = i;
    let before = i + 1;
    row = row.map((above, j) => {
      const cost = Math.min(above + 1, before + 1, diagonal + (left === b[j] ? 0 : 1));
      diagonal = above;
      before = cost;
      return cost;
    });
  }
  return row.at(-1) ?? a.length;
}

/** The known name that differs least from an unknown one, or null when none is similar. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const score = (other: string): number =>
    // A part of the other name is a better guess than the number of edits says.
    other.includes(name) || name.includes(other) ? 0.5 : editDistance(name, other);
  const [best] = known.toSorted((a, b) => score(a) - score(b));
  return best !== undefined && score(best) <= Math.max(1, Math.ceil([...name].length / 2)) ? best : null;
}

/** The variables of a template in use, and what is wrong with others, in words with the nearest known name. */
export function variablesIn(type: TemplateType, tags: DocxTags): { used: string[]; wrong: string[] } {
  const wrong: string[] = [];
  const used: string[] = [];
  const walk = (found: DocxTags, known: readonly TemplateVariable[], outside: readonly TemplateVariable[]): void => {
    for (const [name, below] of Object.entries(found)) {
      const variable = known.find((one) => one.name === name) ?? outside.find((one) => one.name === name);
      used.push(name);
      if (!variable) {
        const nearest = nearestName(
          name,
          [...known, ...outside].map((one) => one.name),
        );
        wrong.push(`{${name}}${nearest ? `（是不是 {${nearest}}？）` : ''}`);
      } else if (Object.keys(below).length === 0) continue;
      else if (!variable.of) wrong.push(`{#${name}}（“${name}”不是列表，不能循环）`);
      // The lists of a record have no lists of their own: a loop in a loop only multiplies its content.
      else if (!known.includes(variable)) wrong.push(`{#${name}}（循环里不能再套循环）`);
      else walk(below, variable.of, [...known, ...outside]);
    }
  };
  walk(tags, TEMPLATE_VARIABLES[type], []);
  return { used: [...new Set(used)], wrong: [...new Set(wrong)] };
}

const SHOWN_AT_ONCE = 5;

/** Throws for variables that a type does not know, with the nearest known name of each; returns the names in use. */
export function checkedVariables(type: TemplateType, tags: DocxTags): string[] {
  const { used, wrong } = variablesIn(type, tags);
  if (wrong.length > 0) {
    const more = wrong.length > SHOWN_AT_ONCE ? `等${wrong.length}处` : '';
    throw failed(`${TEMPLATE_TYPE_NAMES[type]}模板里有不认识的变量：${wrong.slice(0, SHOWN_AT_ONCE).join('、')}${more}。可用的变量见“可用变量”`);
  }
  return used;
}

/** The sample record of a type. */
export const sampleValues = (type: TemplateType): DocxValues =>
  Object.fromEntries(
    TEMPLATE_VARIABLES[type].map(({ name, sample, of }) => [
      name,
      of ? [Object.fromEntries(of.map((one) => [one.name, one.sample ?? '']))] : (sample ?? ''),
    ]),
  );
