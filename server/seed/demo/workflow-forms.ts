import { DEFAULT_CONFIG, type FormField } from '../../../contract/workflow/form-content.ts';
import { newField } from '../../../contract/workflow/form-field.ts';
import { paletteEntry } from '../../../contract/workflow/form-palette.ts';
import { serializeForm } from '../../../contract/workflow/form-serializer.ts';

type Parts = Readonly<Record<string, unknown>>;
type Line = readonly [icon: string, vModel: string, label: string, parts?: Parts];

const choices = (...labels: string[]) => ({ options: labels.map((label) => ({ label, value: label })) });

const FORMS: readonly (readonly [name: string, lines: readonly Line[]])[] = [
  [
    '选题申报表',
    [
      ['input', 'title', '选题名称', { maxlength: 60, 'show-word-limit': true, placeholder: '请输入选题名称' }],
      ['select', 'category', '图书类别', choices('外语学习', '文学', '教材教辅', '音像制品')],
      ['input', 'author', '作者', { span: 12, maxlength: 30 }],
      ['number', 'words', '预计字数（万字）', { span: 12, min: 1, max: 500 }],
      ['number', 'budget', '预算（万元）', { span: 12, min: 0, max: 1000 }],
      ['date', 'deadline', '计划交稿日期', { span: 12 }],
      ['textarea', 'reason', '选题理由', { maxlength: 1000, 'show-word-limit': true, placeholder: '内容特色、读者对象、同类书情况' }],
      ['textarea', 'market', '市场意见', { required: false, maxlength: 500 }],
    ],
  ],
  [
    '公告审批单',
    [
      ['input', 'noticeTitle', '公告标题', { required: false }],
      ['textarea', 'noticeText', '公告正文', { required: false }],
    ],
  ],
  [
    '请假单',
    [
      ['radio', 'kind', '请假类型', choices('事假', '病假', '年假', '调休')],
      ['date', 'from', '开始日期', { span: 12 }],
      ['date', 'to', '结束日期', { span: 12 }],
      ['number', 'days', '天数', { min: 1, max: 60 }],
      ['textarea', 'reason', '请假事由', { maxlength: 300, 'show-word-limit': true }],
      ['input', 'substitute', '工作交接人', { required: false, maxlength: 20 }],
    ],
  ],
  [
    '用印申请表',
    [
      ['input', 'document', '文件名称', { maxlength: 80 }],
      ['checkbox', 'seals', '用印种类', choices('公章', '合同章', '财务章', '法人章')],
      ['number', 'copies', '份数', { span: 12, min: 1, max: 100 }],
      ['date', 'useDate', '用印日期', { span: 12 }],
      ['textarea', 'purpose', '用途说明', { maxlength: 300, 'show-word-limit': true }],
    ],
  ],
];

/** Number of the first field of a form; the designer continues from the highest one. */
const FIRST = 101;
const DAY_FORMAT = { format: 'yyyy-MM-dd', 'value-format': 'yyyy-MM-dd' };

function fieldOf([icon, vModel, label, parts = {}]: Line, index: number, now: number): FormField {
  const entry = paletteEntry(icon);
  if (!entry) throw new Error(`no component ${icon}`);
  const made = newField(entry, { formId: FIRST + index, config: DEFAULT_CONFIG, now });
  return { ...made, label, vModel, ...(icon === 'date' ? DAY_FORMAT : {}), ...parts };
}

/** The forms of the demo flows, as the designer saves them. */
export const demoForms = (now: number): readonly { readonly formName: string; readonly formContent: string }[] =>
  FORMS.map(([formName, lines]) => ({
    formName,
    formContent: JSON.stringify(
      serializeForm({ config: { ...DEFAULT_CONFIG, labelWidth: 130 }, fields: lines.map((line, index) => fieldOf(line, index, now)) }),
    ),
  }));
