import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { template } from '../../contract/template/template.ts';
import { TEMPLATE_TYPE_NAMES, type TemplateType } from '../../contract/template/template-types.ts';
import { TEMPLATE_VARIABLES } from '../../contract/template/template-variables.ts';
import type { StoredFile } from '../../contract/field.ts';
import type { AppContext } from '../context.ts';
import type { Draft, Row } from '../crud/crud-table.ts';
import { crudService, type CrudService, type RequestCaller } from '../crud/crud-service.ts';
import type { DocxValues } from '../document/docx-template.ts';
import { documentWorker } from '../document/document-worker.ts';
import { writeDocx } from '../document/docx-writer.ts';
import { failed, missing } from '../http/app-error.ts';
import { checkedVariables, sampleValues, variablesIn } from './template-check.ts';
import { DEFAULT_TEMPLATES } from './default-templates.ts';
import { defaultOf, templateById, uploadedFile } from './template.queries.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

type TemplateDraft = Draft<typeof template>;

const rows = crudService(template, {
  table: 'template',
  log: '模板管理',
  order: [
    ['templateType', 'asc'],
    ['isDefault', 'desc'],
    ['id', 'asc'],
  ],
  unique: { templateName: '模板名称已存在' },
  removal: 'bin',
  show: async (_db, list) =>
    list.map((row) => ({ variables: JSON.parse(String(row['variables'])) as string[], source: row['docFile'] === '[]' ? 'program' : 'uploaded' })),
  check: async (_tx, { draft, before }) => {
    if (draft.isDefault === '1' && draft.status === '1') throw failed('停用的模板不能设为默认');
    if (before?.['isDefault'] === '1' && (draft.isDefault === '0' || draft.status === '1'))
      throw failed('这是默认模板；请先把同类的另一个模板设为默认');
    if (before && before['templateType'] !== draft.templateType) throw failed('模板类型不能更换，请新增一个模板');
  },
  afterSave: async (tx, { id, draft }) => {
    if (draft.isDefault !== '1') return;
    await tx
      .updateTable('template')
      .set({ isDefault: '0', updateTime: Date.now() })
      .where('templateType', '=', draft.templateType)
      .where('id', '<>', id)
      .where('isDefault', '=', '1')
      .execute();
  },
  beforeRemove: async (_tx, list) => {
    for (const row of list)
      if (row['isDefault'] === '1') throw failed(`“${String(row['templateName'])}”是默认模板，不能删除；请先把同类的另一个模板设为默认`);
  },
});

/** Reads the uploaded file of a draft and checks its variables; returns them as a column. */
async function checkedFile(context: AppContext, draft: TemplateDraft, before: StoredFile[]): Promise<string[]> {
  const [file] = draft.docFile;
  if (!file) {
    if (before.length === 0) throw failed('请上传docx模板文件');
    throw failed('请保留模板文件，或上传新的文件');
  }
  const bytes = await bytesOfFile(context, file.fileId);
  return checkedVariables(draft.templateType, await documentWorker.tags(bytes));
}

async function bytesOfFile(context: AppContext, fileId: number): Promise<Buffer> {
  const file = await uploadedFile(context.db, fileId);
  if (!file) throw missing('模板文件不存在，请重新上传');
  return buffer(await context.files.read(file.fileName.slice(1)));
}

const saveVariables = (context: AppContext, id: number, variables: readonly string[]) =>
  context.db
    .updateTable('template')
    .set({ variables: JSON.stringify(variables) })
    .where('id', '=', id)
    .execute();

const filesOf = (row: { docFile: string }): StoredFile[] => JSON.parse(row.docFile) as StoredFile[];

/** Templates; a file is checked before its row is written. */
export const templates: CrudService<typeof template> = {
  ...rows,
  async add(caller: RequestCaller, draft) {
    const variables = await checkedFile(caller.context, draft, []);
    const made = await rows.add(caller, draft);
    await saveVariables(caller.context, made.templateId, variables);
    return { ...made, variables };
  },
  async edit(caller, id, draft, version) {
    const before = await templateById(caller.context.db, id);
    const program = before !== undefined && before.docFile === '[]';
    const variables = program && draft.docFile.length === 0 ? null : await checkedFile(caller.context, draft, before ? filesOf(before) : []);
    const made = await rows.edit(caller, id, draft, version);
    if (variables) await saveVariables(caller.context, id, variables);
    return variables ? { ...made, variables } : made;
  },
};

export async function variablesOf(type: TemplateType) {
  return TEMPLATE_VARIABLES[type].map(({ name, sample = '', of = [] }) => ({
    name,
    sample,
    of: of.map((one) => ({ name: one.name, sample: one.sample ?? '' })),
  }));
}

type TemplateFileRow = NonNullable<Awaited<ReturnType<typeof templateById>>>;

/** The .docx file of a template: the uploaded one, or the document of the program. */
async function bytesOf(context: AppContext, row: TemplateFileRow | Pick<Row, 'id'>): Promise<Buffer> {
  const { docFile, templateType } = row as TemplateFileRow;
  const [file] = JSON.parse(docFile) as StoredFile[];
  return file ? bytesOfFile(context, file.fileId) : writeDocx(DEFAULT_TEMPLATES[templateType]);
}

async function templateIn(context: AppContext, id: number): Promise<TemplateFileRow> {
  const row = await templateById(context.db, id);
  if (!row) throw missing('模板不存在或已被删除，请刷新后重试');
  return row;
}

export async function templateDocument(context: AppContext, id: number): Promise<{ name: string; bytes: Buffer }> {
  const row = await templateIn(context, id);
  return { name: `${row.templateName}.docx`, bytes: await bytesOf(context, row) };
}

export async function previewOf(context: AppContext, id: number): Promise<{ lines: string[]; variables: string[]; unknown: string[] }> {
  const row = await templateIn(context, id);
  const bytes = await bytesOf(context, row);
  const { wrong } = variablesIn(row.templateType, await documentWorker.tags(bytes));
  const filled = await documentWorker.fill(bytes, sampleValues(row.templateType));
  return {
    lines: (await documentWorker.text(filled)).split('\n').filter((line) => line.trim() !== ''),
    variables: JSON.parse(row.variables) as string[],
    unknown: wrong,
  };
}

/** The default template of a type as .docx. */
async function defaultBytes(context: AppContext, type: TemplateType): Promise<Buffer> {
  const row = await defaultOf(context.db, type);
  if (!row) throw failed(`没有启用的${TEMPLATE_TYPE_NAMES[type]}模板，请联系管理员在“模板”里设置`);
  return bytesOf(context, row);
}

/** Fills the default template of a type; for every area that makes documents. Variables without a value are marked in yellow. */
export const fillTemplate = async (context: AppContext, type: TemplateType, values: DocxValues): Promise<Buffer> =>
  documentWorker.fill(await defaultBytes(context, type), values);

/**
 * Stores the present default template of a type for a document that must not change with it, and returns the key for `fillKept`. Equal templates are
 * stored once.
 */
export async function keepTemplate(context: AppContext, type: TemplateType): Promise<string> {
  const bytes = await defaultBytes(context, type);
  const key = `templates/${type}/${createHash('sha256').update(bytes).digest('hex')}.docx`;
  if ((await context.files.size(key)) === null) await context.files.put(key, bytes, DOCX);
  return key;
}

/** Fills a template that was kept; an empty key is the document of the program. */
export const fillKept = async (context: AppContext, type: TemplateType, key: string, values: DocxValues): Promise<Buffer> =>
  documentWorker.fill(key === '' ? writeDocx(DEFAULT_TEMPLATES[type]) : await buffer(await context.files.read(key)), values);
