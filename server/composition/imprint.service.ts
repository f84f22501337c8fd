import { PAGELESS, printSheets } from '../../contract/composition/composition.machine.ts';
import { yuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import { wireDate } from '../db/clock.ts';
import type { ManuscriptRow } from '../manuscript/manuscript-step.service.ts';
import { cipPress, cipTopic } from './cip-form.queries.ts';
import { numberOf, type CompositionRow } from './composition.queries.ts';

/** What the page 版权页 prints. */
export interface Imprint {
  /** Name and value of each line, in the order of the page. */
  readonly lines: readonly (readonly [name: string, value: string])[];
  /** The lines of 图书在版编目（CIP）数据; empty without a number. */
  readonly cip: readonly string[];
}

interface AuthorLine {
  readonly name: string;
  readonly role?: string;
}
const ROMAN = ['Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ', 'Ⅴ'];
const monthOf = (date: string): string => {
  const [year = '', month = ''] = date.split('-');
  return year && month ? `${year}年${Number(month)}月` : '';
};

/** 题名 / 责任者. -- 出版地: 出版者, 年.月. Source: GB/T 12451, the form of the data in a book. */
function cipLines(
  { title, subtitle }: Pick<ManuscriptRow, 'title' | 'subtitle'>,
  facts: {
    readonly authors: readonly AuthorLine[];
    readonly press: string;
    readonly place: string;
    readonly date: string;
    readonly series: string;
    readonly isbn: string;
    readonly subjects: readonly string[];
    readonly clcCode: string;
    readonly cipNo: string;
  },
): string[] {
  const names = facts.authors.map(({ name, role = '' }) => `${name}${role}`).join('；');
  const [year = '', month = ''] = facts.date.split('-');
  const issued = [`${facts.place ? `${facts.place}：` : ''}${facts.press}`, year && `${year}${month ? `.${Number(month)}` : ''}`]
    .filter(Boolean)
    .join('，');
  const access = [
    `${title.slice(0, 1)}…`,
    facts.authors[0] ? `${facts.authors[0].name.slice(0, 1)}…` : '',
    facts.subjects.map((word, index) => `${'①②③④⑤⑥⑦⑧'[index] ?? ''}${word}`).join(''),
    facts.clcCode,
  ].filter(Boolean);
  return [
    `${title}${subtitle ? `：${subtitle}` : ''}／${names}.——${issued}`,
    ...(facts.series ? [`（${facts.series}）`] : []),
    ...(facts.isbn ? [`ISBN ${facts.isbn}`] : []),
    access.map((one, index) => `${ROMAN[index]}.${one}`).join('　'),
    `中国国家版本馆CIP数据核字${facts.cipNo}`,
  ];
}

/** The imprint of a composition from the manuscript, the topic, the pool of numbers and the layout. Lines without a value are left out. */
export async function imprintOf({ db }: AppContext, row: CompositionRow, manuscript: ManuscriptRow): Promise<Imprint> {
  const number = await numberOf(db, row.archiveId);
  const press = await cipPress(db);
  const topic = await cipTopic(db, row.archiveId, manuscript.topicId);
  const form = (row.cipForm === '' ? {} : JSON.parse(row.cipForm)) as { edition?: number; series?: string; clcCode?: string; subjects?: string[] };
  const authors = JSON.parse(manuscript.authors || '[]') as AuthorLine[];
  const date = row.releasedAt === null ? (topic?.planPublishDate ?? '') : wireDate(row.releasedAt);
  const edition = form.edition ?? 1;
  const series = form.series ?? topic?.series ?? '';
  const month = monthOf(date);
  const sheets = printSheets(row);
  const paged = !PAGELESS.has(row.kind);
  const lines = [
    ['书名', manuscript.subtitle ? `${manuscript.title}：${manuscript.subtitle}` : manuscript.title],
    ['丛书', series],
    ['作者', authors.map(({ name, role = '' }) => `${name}${role ? `　${role}` : ''}`).join('、')],
    ['责任编辑', row.editorName ?? ''],
    ['出版', press?.pressName ?? ''],
    ['地址', press?.address ?? ''],
    ['开本', paged && row.format ? `${row.format}毫米${row.sheetPages > 0 ? `　${row.sheetPages}开` : ''}` : ''],
    ['印张', paged ? sheets : ''],
    ['字数', manuscript.wordCount > 0 ? `${Math.max(1, Math.round(manuscript.wordCount / 1000))}千字` : ''],
    ['版次', `${month ? `${month}` : ''}第${edition}版`],
    ['印次', row.releasedAt !== null && row.printRun > 0 ? `${month}第1次印刷` : ''],
    ['印数', row.printRun > 0 ? `${row.printRun}册` : ''],
    ['书号', number?.isbn ? `ISBN ${number.isbn}` : ''],
    ['定价', row.priceFen > 0 ? `${yuan(row.priceFen)}元` : ''],
  ] as const;
  return {
    lines: lines.filter(([, value]) => value !== ''),
    cip:
      paged && number?.cipNo
        ? cipLines(manuscript, {
            authors,
            press: press?.pressName ?? '',
            place: /^(\S+?)[省市]/.exec(press?.address ?? '')?.[1] ?? '',
            date,
            series,
            isbn: number.isbn,
            subjects: form.subjects ?? (JSON.parse(manuscript.keywords || '[]') as string[]).slice(0, 8),
            clcCode: form.clcCode ?? manuscript.clcCode,
            cipNo: number.cipNo,
          })
        : [],
  };
}
