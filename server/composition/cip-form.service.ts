import type { z } from 'zod';
import { PAGELESS } from '../../contract/composition/composition.machine.ts';
import { SUBJECTS_MOST, type CipAddition, type CipForm, type saveCipForm } from '../../contract/composition/cip-form.ts';
import { yuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { chineseDate } from '../db/clock.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { fillTemplate } from '../template/template.service.ts';
import { cipAuthors, cipPress, cipTopic } from './cip-form.queries.ts';
import { compositionById, numberOf, type CompositionRow } from './composition.queries.ts';
import { compositionGone } from './composition-step.service.ts';
import { writesImprint } from './composition.policy.ts';
import { writeComposition } from './composition.service.ts';

interface AuthorLine {
  readonly name: string;
  readonly role?: string;
  readonly userId?: number | null;
}

const FILL_HERE = '在下面填写';
const EDITOR_FILLS = '由责任编辑在这里填写';
const IMPRINT = '在“版权页”里填写';
const LAYOUT = '由排版人员在“版面与校样”里填写';

async function rowIn(context: AppContext, id: number): Promise<CompositionRow> {
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  if (PAGELESS.has(row.kind)) throw failed('音像作品不申请图书在版编目数据');
  return row;
}

/** The data of a composition for the application. Values of the editor come before those of the manuscript and the topic. */
async function dataOf(context: AppContext, row: CompositionRow) {
  const { db } = context;
  const manuscript = await db.transaction().execute((tx) => manuscriptIn(tx, row.archiveId));
  const lines = JSON.parse(manuscript.authors) as AuthorLine[];
  const known = await cipAuthors(
    db,
    lines.flatMap(({ userId }) => userId ?? []),
  );
  const topic = await cipTopic(db, row.archiveId, manuscript.topicId);
  const keywords = (JSON.parse(manuscript.keywords || '[]') as string[]).map((word) => word.trim()).filter(Boolean);
  const given: CipAddition = {
    nations: lines.map(({ userId }) => known.get(userId ?? 0) ?? ''),
    edition: 1,
    series: topic?.series ?? '',
    clcCode: manuscript.clcCode,
    subjects: keywords.slice(0, SUBJECTS_MOST),
    summary: manuscript.summary,
    readers: topic?.targetReaders ?? '',
  };
  const own = (row.cipForm === '' ? {} : JSON.parse(row.cipForm)) as Partial<CipAddition>;
  return {
    manuscript,
    given,
    addition: { ...given, ...own },
    authors: lines.map(({ name, role = '' }) => ({ name, role })),
    number: await numberOf(db, row.archiveId),
    press: await cipPress(db),
    topic,
  };
}

type Data = Awaited<ReturnType<typeof dataOf>>;

/** Values of the template, and where a missing one is written; a field without `where` is optional. */
function fieldsOf(row: CompositionRow, { manuscript, addition, number, press, topic }: Data): { name: string; value: string; where?: string }[] {
  return [
    { name: '书名', value: manuscript.title, where: '在稿件信息里填写' },
    { name: '副书名', value: manuscript.subtitle },
    { name: '并列书名', value: manuscript.titleEn },
    { name: '丛书', value: addition.series },
    { name: '出版社', value: press?.pressName ?? '', where: '在“出版社”里设置本社' },
    { name: '出版社地址', value: press?.address ?? '' },
    { name: '版次', value: `第${addition.edition}版` },
    { name: '出版时间', value: topic?.planPublishDate ?? '' },
    { name: '书号', value: number?.isbn ?? '', where: '由档案管理员在书号池里预留' },
    { name: '开本', value: row.sheetPages > 0 ? `${row.sheetPages}开` : '', where: LAYOUT },
    { name: '成品尺寸', value: row.format ? `${row.format}毫米` : '', where: LAYOUT },
    { name: '页数', value: row.pages > 0 ? String(row.pages) : '', where: LAYOUT },
    { name: '字数', value: row.wordCount > 0 ? `${Math.max(1, Math.round(row.wordCount / 1000))}千字` : '' },
    { name: '装帧', value: row.binding, where: IMPRINT },
    { name: '印数', value: row.printRun > 0 ? `${row.printRun}册` : '' },
    { name: '定价', value: row.priceFen > 0 ? `${yuan(row.priceFen)}元` : '', where: IMPRINT },
    { name: '责任编辑', value: row.editorName ?? '', where: '在稿件里指派责任编辑' },
  ];
}

/** Fields that the editor writes in the form. */
const addedOf = ({ addition }: Data, where = FILL_HERE): { name: string; value: string; where: string }[] => [
  { name: '中图分类号', value: addition.clcCode, where },
  { name: '主题词', value: addition.subjects.join('；'), where },
  { name: '内容提要', value: addition.summary, where },
  { name: '读者对象', value: addition.readers, where },
];

const missingIn = (row: CompositionRow, data: Data, writes = true): CipForm['missing'] => [
  ...(data.authors.length === 0 ? [{ name: '作者', where: '在稿件信息里填写' }] : []),
  ...[...fieldsOf(row, data), ...addedOf(data, writes ? FILL_HERE : EDITOR_FILLS)].flatMap(({ name, value, where }) =>
    value === '' && where !== undefined ? [{ name, where }] : [],
  ),
];

export async function cipFormOf(context: AppContext, currentUser: CurrentUser, id: number): Promise<CipForm> {
  const row = await rowIn(context, id);
  const data = await dataOf(context, row);
  const writes = writesImprint(row, currentUser);
  return {
    authors: data.authors,
    addition: data.addition,
    facts: fieldsOf(row, data).map(({ name, value }) => ({ name, value })),
    missing: missingIn(row, data, writes),
    cipNo: data.number?.cipNo ?? '',
    writes,
    version: row.version,
  };
}

export async function saveCipFormOf(caller: RequestCaller, { compositionId, version, ...addition }: z.output<typeof saveCipForm.body>) {
  const row = await rowIn(caller.context, compositionId);
  const { given } = await dataOf(caller.context, row);
  // Only what differs from the data of the work is stored: the rest follows later changes of it.
  const own = Object.entries(addition).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(given[key as keyof CipAddition]));
  const may = (found: CompositionRow) => writesImprint(found, caller.currentUser);
  return writeComposition(caller, compositionId, version, may, 'CIP申请表由责任编辑在付印前填写', {
    cipForm: JSON.stringify(Object.fromEntries(own)),
  });
}

/** The application as .docx from the default template. Throws when a required field is missing, unless a draft is wanted. */
export async function cipFormDocument(context: AppContext, id: number, draft: boolean): Promise<{ name: string; bytes: Buffer }> {
  const row = await rowIn(context, id);
  const data = await dataOf(context, row);
  const missing = missingIn(row, data);
  if (missing.length > 0 && !draft) throw failed(`CIP申请表还缺${missing.map(({ name }) => name).join('、')}，请补填后再生成`);
  const lacks = new Set(missing.map(({ name }) => name));
  const filled = [...fieldsOf(row, data), ...addedOf(data)].filter(({ name }) => !lacks.has(name));
  const nations = data.addition.nations;
  const bytes = await fillTemplate(context, 'cip', {
    ...Object.fromEntries(filled.map(({ name, value }) => [name, value])),
    日期: chineseDate(Date.now()),
    稿件编号: row.archiveNo,
    责任者: data.authors.map(({ name, role }, index) => ({ 姓名: name, 国别: nations[index] ?? '', 著作方式: role })),
  });
  return { name: `CIP申请表 ${row.title}.docx`, bytes };
}
