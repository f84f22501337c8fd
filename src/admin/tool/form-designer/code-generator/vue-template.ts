import type { CodeField, CodeForm } from './code-form.ts';
import { bound, directive, element, flag, plain, printElement, words, type Attribute, type Child, type ElementNode } from './element-tree.ts';
import { hasMarkOnly, rulesOf } from './field-rules.ts';
import { controlOf } from './vue-controls.ts';

export type CodeKind = 'file' | 'dialog';

/** Name of the method that returns whether a field is shown. */
export const visibleName = ({ field }: CodeField): string => `visible${field.formId}`;
export const addRowName = ({ name }: CodeField): string => `${name}AddRow`;
export const removeRowName = ({ name }: CodeField): string => `${name}RemoveRow`;
export const rowRulesName = ({ name }: CodeField): string => `${name}Rules`;

/** Components that stand in the form without a label and a rule. */
const BARE = new Set(['text', 'divider']);

/** Returns the template of the form (form-designer §4.1). */
export function vueTemplate(form: CodeForm, kind: CodeKind): string {
  const { config, fields } = form;
  const wrapped = fields.some(({ field }) => field.span !== 24);
  const items = fields.flatMap((one) => itemOf(one, form, wrapped) ?? []);
  const buttons = config.formBtns && kind === 'file' ? [column(buttonsItem(), 24, wrapped)] : [];
  const inside = [...items, ...buttons];
  const elForm = element(
    'el-form',
    [
      plain('ref', config.formRef),
      bound('model', config.formModel),
      bound('rules', config.formRules),
      plain('size', config.size),
      plain('label-width', `${config.labelWidth}px`),
      config.labelPosition === 'right' ? null : plain('label-position', config.labelPosition),
      config.disabled ? bound('disabled', 'true') : null,
    ],
    wrapped ? [element('el-row', [bound('gutter', String(config.gutter))], inside)] : inside,
  );
  if (kind === 'file') return printElement(element('div', [], [elForm]));
  return printElement(
    element(
      'div',
      [],
      [
        element(
          'el-dialog',
          [
            directive('v-bind', '$attrs'),
            directive('v-on', '$listeners'),
            directive('@open', 'onOpen'),
            directive('@close', 'onClose'),
            plain('title', '填写表单'),
          ],
          [
            elForm,
            element(
              'div',
              [plain('slot', 'footer')],
              [
                element('el-button', [directive('@click', 'close')], [words('取消')]),
                element('el-button', [plain('type', 'primary'), directive('@click', 'confirm')], [words('确定')]),
              ],
            ),
          ],
        ),
      ],
    ),
  );
}

const buttonsItem = (): ElementNode =>
  element(
    'el-form-item',
    [],
    [
      element('el-button', [plain('type', 'primary'), directive('@click', 'submitForm')], [words('提交')]),
      element('el-button', [directive('@click', 'resetForm')], [words('重置')]),
    ],
  );

const column = (node: ElementNode, span: number, wrapped: boolean, condition: Attribute | null = null): ElementNode =>
  wrapped
    ? element('el-col', [bound('span', String(span)), condition], [node])
    : condition
      ? { ...node, attributes: [condition, ...node.attributes] }
      : node;

function itemOf(one: CodeField, form: CodeForm, wrapped: boolean): ElementNode | null {
  const condition = one.field.shuzhou?.visibleWhen ? directive('v-if', `${visibleName(one)}()`) : null;
  if (one.kind === 'repeat') return column(tableOf(one, form), one.field.span, wrapped, condition);
  if (one.field.layout === 'rowFormItem') return column(rowOf(one, form), one.field.span, wrapped || one.field.span !== 24, condition);
  const control = controlOf(one, `${form.config.formModel}.${one.name}`);
  if (!control) return null;
  const node = BARE.has(one.kind) && 'tag' in control ? control : formItem(one, form, [control], one.name ? plain('prop', one.name) : null, null);
  return column(node, one.field.span, wrapped, condition);
}

function rowOf({ field, children }: CodeField, form: CodeForm): ElementNode {
  const flex = field['type'] === 'flex';
  const apart = children.some((child) => child.field.span !== 24);
  return element(
    'el-row',
    [
      typeof field['gutter'] === 'number' && field['gutter'] > 0 ? bound('gutter', String(field['gutter'])) : null,
      flex ? plain('type', 'flex') : null,
      flex && typeof field['justify'] === 'string' && field['justify'] !== 'start' ? plain('justify', field['justify']) : null,
      flex && typeof field['align'] === 'string' && field['align'] !== 'top' ? plain('align', field['align']) : null,
      flex ? plain('style', 'flex-wrap: wrap') : null,
    ],
    children.flatMap((child) => itemOf(child, form, apart || flex) ?? []),
  );
}

function formItem(one: CodeField, { config }: CodeForm, children: readonly Child[], prop: Attribute | null, rules: Attribute | null): ElementNode {
  const { field } = one;
  const hidden = !field.showLabel || one.kind === 'button' || one.table !== null;
  const width = hidden ? 0 : field.labelWidth;
  const help = field.shuzhou?.help;
  return element(
    'el-form-item',
    [
      hidden ? null : plain('label', field.label),
      width === null || width === config.labelWidth ? null : plain('label-width', width === 0 ? '0' : `${width}px`),
      prop,
      rules,
      hasMarkOnly(one) ? flag('required') : null,
    ],
    help ? [...children, element('div', [plain('class', 'form-help')], [words(help)])] : children,
  );
}

/** A repeated table: a row of controls for each entry of its list. */
function tableOf(one: CodeField, form: CodeForm): ElementNode {
  const { formModel } = form.config;
  const least = one.field.shuzhou?.min ?? 0;
  const most = one.field.shuzhou?.max ?? 20;
  const columns = one.children.map((child) => {
    const control = controlOf(child, `scope.row.${child.name}`);
    const condition = child.field.shuzhou?.visibleWhen ? directive('v-if', `${visibleName(child)}(scope.row)`) : null;
    const prop: Attribute = bound('prop', `'${one.name}.' + scope.$index + '.${child.name}'`);
    const item = formItem(child, form, control ? [control] : [], prop, rulesOf(child) ? bound('rules', `${rowRulesName(one)}.${child.name}`) : null);
    return element(
      'el-table-column',
      [plain('label', child.field.label)],
      [element('template', [plain('slot-scope', 'scope')], [condition ? { ...item, attributes: [condition, ...item.attributes] } : item])],
    );
  });
  return element(
    'el-form-item',
    [plain('label', one.field.label)],
    [
      element(
        'el-table',
        [bound('data', `${formModel}.${one.name}`), flag('border')],
        [
          ...columns,
          element(
            'el-table-column',
            [plain('label', '操作'), plain('width', '80')],
            [
              element(
                'template',
                [plain('slot-scope', 'scope')],
                [
                  element(
                    'el-button',
                    [
                      plain('type', 'text'),
                      bound('disabled', `${formModel}.${one.name}.length <= ${least}`),
                      directive('@click', `${removeRowName(one)}(scope.$index)`),
                    ],
                    [words('删除')],
                  ),
                ],
              ),
            ],
          ),
        ],
      ),
      element(
        'el-button',
        [
          plain('type', 'text'),
          plain('icon', 'el-icon-plus'),
          bound('disabled', `${formModel}.${one.name}.length >= ${most}`),
          directive('@click', addRowName(one)),
        ],
        [words(one.field.shuzhou?.addText || '添加一行')],
      ),
    ],
  );
}
