import { expect, test } from 'vitest';
import { formFixture } from '../../tests/support/form-fixtures.ts';
import type { Form, FormField } from './form-content.ts';
import { newField } from './form-field.ts';
import { lintForm } from './form-lint.ts';
import { DEFAULT_CONFIG } from './form-content.ts';
import { paletteEntry } from './form-palette.ts';
import { parseForm } from './form-parser.ts';
import { validateSubmission, type RegexCheck, type SubmissionContext } from './form-validation.ts';
import { DEFAULT_UPLOAD_RULES } from '../system/upload-rules.ts';
import { acceptChoices, fileProblem, mostFiles, refusedKinds, uploadKinds, uploadLimit } from './form-value.ts';

const regex = (checks: readonly RegexCheck[]) =>
  Promise.resolve(checks.map(({ regex, text }) => (new RegExp(regex.source, regex.flags).test(text) ? ('match' as const) : ('mismatch' as const))));
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const files = () => Promise.resolve(new Map([['/profile/upload/2026/11/21/x.docx', { name: '样章.docx', size: 9_000, type: DOCX }]]));
const context: SubmissionContext = { regex, files, options: () => Promise.resolve([]) };

const topic = parseForm(formFixture('topic-declaration.json'), { repair: false }).form;
const expense = parseForm(formFixture('expense.ours.json'), { repair: false }).form;

interface ValueCase {
  readonly name: string;
  readonly values: Record<string, unknown>;
  readonly refused: { field: string; message: string } | null;
  readonly kept?: string[];
}

test.each((formFixture('topic-declaration.values.json') as ValueCase[]).map((one) => [one.name, one] as const))(
  'S5.12 form-designer point 22: values case "%s"',
  async (_name, { values, refused, kept }) => {
    const result = await validateSubmission(topic, values, context);
    if (refused) expect(result.errors[0]).toMatchObject(refused);
    else expect(result.errors).toEqual([]);
    if (kept) expect(Object.keys(result.values).toSorted()).toEqual(kept.toSorted());
  },
);

const spent = {
  category: 'expense',
  lines: [
    { item: '车票', amount: 0.1, date: '2026-11-01' },
    { item: '住宿', amount: 0.2, date: '2026-11-02' },
  ],
  handler: 7,
};
const people: SubmissionContext = {
  ...context,
  options: (field) => Promise.resolve(field.vModel === 'handler' ? [{ label: '张编辑', value: 7 }] : (field.options ?? [])),
};

test('form-designer point 23, 29: drops values of hidden fields and unknown keys, and computes the sum itself', async () => {
  const { values, errors } = await validateSubmission(expense, { ...spent, days: 3, total: 9_999, odd: 1, formJson: {} }, people);
  expect(errors).toEqual([]);
  expect(values).toEqual({ ...spent, total: 0.3 });
});

test('form-designer point 28: a condition requires and shows a field', async () => {
  const missing = await validateSubmission(expense, { category: 'leave', lines: spent.lines, handler: 7 }, people);
  expect(missing.errors.map(({ message }) => message)).toEqual(['请假天数不能为空']);
  expect(missing.values).not.toHaveProperty('lines');
  const whole = await validateSubmission(expense, { category: 'leave', days: 1.5, handler: 7 }, people);
  expect(whole.errors).toEqual([]);
});

test('form-designer point 29: errors of a repeated table name row and column; too many and too few rows are rejected', async () => {
  const line = spent.lines[0]!;
  const wrong = await validateSubmission(expense, { ...spent, lines: [line, { ...line, amount: null }] }, people);
  expect(wrong.errors[0]).toMatchObject({ field: 'lines', row: 1, column: 'amount', message: '第2行 金额不能为空' });
  const many = await validateSubmission(expense, { ...spent, lines: Array.from({ length: 21 }, () => line) }, people);
  expect(many.errors[0]?.message).toBe('费用明细最多20行');
  expect((await validateSubmission(expense, { ...spent, lines: [] }, people)).errors[0]?.message).toBe('费用明细至少1行');
});

test('form-designer point 23: drops values that the step may not edit, and conditions read the stored ones', async () => {
  const rights = { category: 'read', handler: 'hidden' } as const;
  const { values, errors } = await validateSubmission(
    expense,
    { ...spent, category: 'leave', days: 2 },
    { ...people, rights, stored: { category: 'expense', handler: 7 } },
  );
  expect(errors).toEqual([]);
  expect(values).toEqual({ lines: spent.lines, total: 0.3 });
});

test('form-designer §5.3: says that options cannot be checked when their source does not answer', async () => {
  const { errors } = await validateSubmission(expense, spent, { ...people, options: () => Promise.resolve(null) });
  expect(errors.map(({ message }) => message)).toContain('经办人的选项暂时无法核对，请稍后再试');
});

test('form-designer §4.3: a pattern that runs too long is an error of its field', async () => {
  const { errors } = await validateSubmission(
    topic,
    { ...(formFixture('topic-declaration.values.json') as ValueCase[])[0]!.values },
    { ...context, regex: (checks) => Promise.resolve(checks.map(() => 'timeout' as const)) },
  );
  expect(errors[0]).toMatchObject({ field: 'topicName', message: '校验规则过于复杂，请联系管理员' });
});

test('S5.4 form-designer point 24: a file must fit in size and match the accepted kinds by ending or type', () => {
  const upload = topic.fields.find(({ vModel }) => vModel === 'sample')!;
  const file = { name: '样章.DOCX', size: 2 * 1024 * 1024, type: DOCX };
  expect(fileProblem(upload, file)).toBeNull();
  expect(fileProblem(upload, { ...file, size: file.size + 1 })).toBe('文件大小超过 2MB');
  expect(fileProblem(upload, { ...file, name: 'x.pdf', type: 'application/pdf' })).toBe('应该选择.doc,.docx类型的文件');
  expect(fileProblem({ ...upload, fileSize: 3, sizeUnit: 'GB' }, { ...file, size: 6 * 1024 * 1024 })).toBe('文件大小超过 5MB');
  expect(fileProblem({ ...upload, accept: 'image/*' }, { ...file, name: 'a', type: 'image/png' })).toBeNull();
});

const field = (kind: string, formId: number, more: object = {}): FormField => ({
  ...newField(paletteEntry(kind)!, { formId, config: DEFAULT_CONFIG, now: 0 }),
  ...more,
});
const formOf = (...fields: FormField[]): Form => ({ config: DEFAULT_CONFIG, fields });
const blocked = (...fields: FormField[]): string[] => lintForm(formOf(...fields)).errors.map(({ message }) => message);
const when = (name: string) => ({ shuzhou: { visibleWhen: { all: [{ field: name, is: 'notEmpty' as const }] } } });

test('form-designer §3.6 point 28: saving is blocked with one message for each problem', () => {
  expect(blocked()).toEqual(['请先添加组件']);
  expect(blocked(field('input', 101), field('input', 102, { vModel: 'field101' }))).toEqual(['字段名已被使用：field101']);
  expect(blocked(field('input', 101, { vModel: 'class' }))).toEqual(['字段名「class」另有用处，请换一个']);
  expect(blocked(field('input', 101, { label: ' ' }))).toEqual(['标题不能为空']);
  expect(blocked(field('input', 101, { regList: [{ pattern: '(', message: '' }] }))).toEqual(['正则表达式不正确：(']);
  expect(blocked(field('select', 101, { options: [] }))).toEqual(['请给「下拉选择」添加选项']);
  expect(
    blocked(
      field('radio', 101, {
        options: [
          { label: '甲', value: 1 },
          { label: '乙', value: 1 },
        ],
      }),
    ),
  ).toEqual(['「单选框组」的选项值重复：1']);
  expect(blocked(field('number', 101, { min: 5, max: 1 }))).toEqual(['「计数器」的最小值不能大于最大值']);
  expect(blocked(field('input', 101, { label: 'A', ...when('field102') }), field('input', 102, { label: 'B', ...when('field101') }))).toEqual([
    '显示条件互相依赖：A → B → A',
  ]);
  expect(blocked(field('repeat', 101, { children: [field('rich-text', 102)] }))).toEqual(['明细表里不能放「编辑器」，请移到表外']);
  expect(blocked(field('input', 101, { tag: 'script', tagIcon: 'script' }))).toEqual(['组件「script」不能使用，请删除']);
});

test('form-designer §3.6: a placeholder that is no message, a password and a foreign upload address are warnings', () => {
  const { errors, warnings } = lintForm(
    formOf(field('number', 101, { placeholder: '千字' }), field('password', 102), field('upload', 103, { action: 'https://evil.example/x' })),
  );
  expect(errors).toEqual([]);
  expect(warnings).toHaveLength(3);
});

test('form-designer §3.6: the fixtures can be saved', () => {
  for (const form of [topic, expense]) expect(lintForm(form).errors).toEqual([]);
});

test('#43.18 the designer offers, and a form accepts, exactly the kinds that the platform allows', () => {
  const rules = { images: ['png', 'gif'], documents: ['docx', 'pdf', 'xls', 'xlsx'], bytes: 3 * 1024 * 1024, files: 2 };
  expect(acceptChoices(rules).map(({ value }) => value)).toEqual(['', 'image/*', '.docx', '.pdf', '.xls,.xlsx']);
  expect(acceptChoices(DEFAULT_UPLOAD_RULES).map(({ value }) => value)).toEqual(['', 'image/*', '.doc,.docx', '.ppt,.pptx', '.txt']);
  const field = { fileSize: 9, sizeUnit: 'MB', accept: 'image/*,.mp4', multiple: true } as unknown as FormField;
  expect(uploadKinds(field, rules)).toEqual(['png', 'gif']);
  expect(refusedKinds(field['accept'], rules)).toEqual(['.mp4']);
  expect([uploadLimit(field, rules).text, mostFiles(field, rules)]).toEqual(['3MB', 2]);
  expect(fileProblem({ ...field, accept: '' }, { name: 'a.mp4', size: 1, type: 'video/mp4' }, rules)).toBe(
    '本站不接收这类文件，请上传png、gif、docx、pdf、xls、xlsx格式的文件',
  );
  expect(fileProblem({ ...field, accept: '' }, { name: 'a.pdf', size: 1, type: 'application/pdf' }, rules)).toBeNull();
});
