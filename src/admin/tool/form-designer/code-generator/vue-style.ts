import type { CodeForm } from './code-form.ts';

const RULES: readonly (readonly [kinds: readonly string[], css: string])[] = [
  [['rate'], '.el-rate{display:inline-block;vertical-align:text-top}'],
  [['upload', 'signature'], '.el-upload__tip{line-height:1.2}'],
];

/** Returns the styles that the components of the form need. */
export function vueStyle(form: CodeForm): string {
  const all = form.all.flatMap((one) => [one, ...one.children]);
  const rules = RULES.filter(([kinds]) => all.some(({ kind }) => kinds.includes(kind))).map(([, css]) => css);
  if (all.some(({ field }) => field.shuzhou?.help)) rules.push('.form-help{font-size:12px;line-height:1.5;color:#909399}');
  return rules.join('\n');
}
