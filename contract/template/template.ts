import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, file, remark, shown, shownOther, status, text, yesNo } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../limits.ts';
import { id } from '../page.ts';
import { TEMPLATE_TYPES } from './template-types.ts';

export const TEMPLATE_BYTES = 5 * MB;

/** #128: E29. A .docx file with variables in braces; a template of the program has no file of its own until staff upload one. */
export const template = crud('/template', {
  name: '模板',
  permission: 'template:template',
  key: 'templateId',
  title: 'templateName',
  fields: {
    templateName: text('模板名称', 60),
    templateType: choice('类型', 'template_template_type', TEMPLATE_TYPES, undefined, { fixedOnceSaved: true }),
    docFile: file('模板文件', { types: ['docx'], bytes: TEMPLATE_BYTES }, { help: '在花括号里写变量，例如 {书名}；上传时检查变量是否认识' }),
    isDefault: yesNo('默认模板', '0', { help: '一种类型只有一个默认模板，生成文档时用它' }),
    status: status(),
    remark: remark(),
  },
  shown: {
    variables: shownOther('变量', z.array(z.string())),
    source: shown('来源', 'choice', { dict: 'template_template_source' }),
  },
  filter: { templateName: 'like', templateType: 'equal', isDefault: 'equal', status: 'equal' },
  sort: ['templateName', 'createTime'],
});
export type Template = z.output<typeof template.list.row>;

const one = z.object({ templateId: id });

const variable = z.object({ name: z.string(), sample: z.string(), of: z.array(z.object({ name: z.string(), sample: z.string() })) });

/** The variables that a type knows. */
export const templateVariables = endpoint('GET /template/variables/{templateType}', {
  summary: '模板可用的变量',
  access: 'template:template:list',
  params: z.object({ templateType: z.enum(TEMPLATE_TYPES, '没有这种模板') }),
  data: z.array(variable),
});

const preview = z.object({
  /** Paragraphs of the document filled with a sample record. */
  lines: z.array(z.string()),
  variables: z.array(z.string()),
  /** Variables of the template that its type does not know, in words: they stay empty in documents. */
  unknown: z.array(z.string()),
});

export const templatePreview = endpoint('GET /template/preview/{templateId}', {
  summary: '用示例数据预览模板',
  access: 'template:template:query',
  params: one,
  data: preview,
});

/** The template itself, to be changed in a word processor and uploaded again. */
export const templateFile = endpoint('GET /template/file/{templateId}', {
  summary: '下载模板',
  access: 'template:template:query',
  params: one,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
