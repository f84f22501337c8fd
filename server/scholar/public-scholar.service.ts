import type { DataOf } from '../../contract/endpoint.ts';
import type { getScholar, SCHOLAR_SORTS, ScholarCard } from '../../contract/scholar/public-scholar.ts';
import type { NameKind } from '../../contract/scholar/scholar.ts';
import type { ScholarWork } from '../../contract/scholar/works.ts';
import { cards } from '../catalog/book.service.ts';
import type { AppContext } from '../context.ts';
import { sharedAnswer } from '../db/shared-answer.ts';
import type { IdRange } from '../http/site-part.ts';
import { missing, Moved } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { cleanHtml, plainText } from '../http/rich-text.ts';
import {
  countBy,
  countByCollege,
  disciplineNames,
  filteredScholars,
  mergedInto,
  publicIds,
  publicScholar,
  scholarPage,
  tutorOf,
  worksPage,
  workCounts,
  worksRows,
  type ScholarFilter,
  type ScholarRow,
  type WorksFilter,
} from './public-scholar.queries.ts';
import { followerCount, namesOf } from './scholar.queries.ts';
import { searchForm } from './scholar.service.ts';

export const scholarPath = (scholarId: number): string => `/cms/main/scholar/${scholarId}`;
const GONE = '学者不存在或主页已关闭';
const BRIEF = 80;
/** A merged scholar may have been merged again. */
const MOST_MERGES = 20;

interface Asked extends Omit<ScholarFilter, 'followedBy'> {
  readonly followed?: '0' | '1' | undefined;
  readonly sort: (typeof SCHOLAR_SORTS)[number];
  readonly pageNum: number;
  readonly pageSize: number;
}

type Counts = Awaited<ReturnType<typeof workCounts>>;
const sum = (counts: Counts, id: number, papers: boolean): number =>
  counts.filter((one) => one.scholarId === id && (one.workKind === 'paper') === papers).reduce((all, { total }) => all + Number(total), 0);

const card = (row: ScholarRow, counts: Counts): Omit<ScholarCard, 'matchedName'> => ({
  scholarId: row.id,
  scholarName: row.scholarName,
  initial: row.initial,
  avatar: row.avatar,
  dynasty: row.dynasty,
  collegeName: row.collegeName ?? '',
  title: row.title,
  researchField: row.researchField,
  brief: plainText(row.intro).slice(0, BRIEF),
  recommend: row.recommend === '1',
  worksNum: sum(counts, row.id, false),
  papersNum: sum(counts, row.id, true),
});

/** Returns one page of scholars; the keyword is searched in all their names. */
export async function scholarsFor(context: AppContext, currentUser: CurrentUser | null, asked: Asked) {
  const { sort, pageNum, pageSize, followed, keyword = '', ...conditions } = asked;
  const words = searchForm(keyword);
  const filter: ScholarFilter = { ...conditions, keyword: words, followedBy: followed === '1' ? (currentUser?.userId ?? 0) : undefined };
  const { total } = await filteredScholars(context.db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await scholarPage(context.db, filter, sort, pageSize, (pageNum - 1) * pageSize);
  const ids = rows.map((row) => row.id);
  const counts = await workCounts(context.db, ids);
  const names = words ? await namesOf(context.db, ids) : [];
  const matched = (row: ScholarRow): string =>
    words === '' || searchForm(row.scholarName).includes(words)
      ? ''
      : (names.find((one) => one.scholarId === row.id && searchForm(one.name).includes(words))?.name ?? '');
  return { rows: rows.map((row) => ({ ...card(row, counts), matchedName: matched(row) })), total: Number(total) };
}

/** Returns the filters of 学者馆 with the number of scholars of each. */
export const scholarFilters = ({ db }: AppContext) =>
  sharedAnswer(db, 'scholar filters', ['scholar', 'college', 'dictData'], () => countedFilters(db));

async function countedFilters(db: AppContext['db']) {
  const [labels, disciplines, initials, colleges] = [
    await disciplineNames(db),
    await countBy(db, 'discipline'),
    await countBy(db, 'initial'),
    await countByCollege(db),
  ];
  const counted = new Map(disciplines.map((one) => [one.value, Number(one.total)]));
  return {
    total: initials.reduce((all, one) => all + Number(one.total), 0),
    disciplines: labels.flatMap(({ dictValue: value, dictLabel: label }) => {
      const count = counted.get(value);
      return count === undefined ? [] : [{ value, label, count }];
    }),
    colleges: colleges.map((one) => ({ collegeId: Number(one.collegeId), collegeName: one.collegeName ?? '', count: Number(one.total) })),
    initials: initials.map((one) => ({ initial: one.value, count: Number(one.total) })).sort((a, b) => place(a.initial) - place(b.initial)),
  };
}

/** `#` after Z. */
const place = (initial: string): number => (initial === '#' ? 256 : initial.charCodeAt(0));

/** Throws the new address of a merged scholar, or that there is no such page. */
async function movedOrGone(context: AppContext, id: number): Promise<Error> {
  let to = id;
  for (let step = 0; step < MOST_MERGES; step++) {
    const next = (await mergedInto(context.db, to))?.mergedInto;
    if (!next) break;
    to = next;
  }
  return to !== id && (await publicScholar(context.db, to)) ? new Moved(scholarPath(to)) : missing(GONE);
}

export async function scholarDetail(context: AppContext, id: number, isNewView: () => Promise<boolean>): Promise<DataOf<typeof getScholar>> {
  const { db } = context;
  const row = await publicScholar(db, id);
  if (!row) throw await movedOrGone(context, id);
  if (await isNewView()) context.views.add('scholar', id);
  const labels = await disciplineNames(db);
  const news = await db
    .selectFrom('information')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('scholarId', '=', id)
    .where('status', 'in', ['published', 'scheduled'])
    .where('publishTime', '<=', Date.now())
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', Date.now())]))
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return {
    ...card(row, await workCounts(db, [id])),
    surnameReading: row.surnameReading,
    names: (await namesOf(db, [id])).map(({ name, kind, yearFrom, yearTo }) => ({ name, kind: kind as NameKind, yearFrom, yearTo })),
    discipline: row.discipline,
    disciplineName: labels.find((one) => one.dictValue === row.discipline)?.dictLabel ?? '',
    homepage: row.homepage,
    intro: cleanHtml(row.intro),
    achievements: cleanHtml(row.achievements),
    newsNum: Number(news.total),
    followNum: await followerCount(db, id),
    viewNum: row.viewNum,
    claimable: row.userId === null,
    tutorProfessorId: row.userId === null ? null : ((await tutorOf(db, row.userId))?.id ?? null),
  };
}

/** Returns one page of works: of one scholar in their order, or the newest publications of all scholars. */
export async function worksFor(context: AppContext, { pageNum, pageSize, ...filter }: WorksFilter & { pageNum: number; pageSize: number }) {
  const { db } = context;
  const { total } = await sharedAnswer(db, `scholar works ${JSON.stringify(filter)}`, ['scholarWorks', 'scholar', 'publication'], () =>
    worksPage(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  );
  const rows = await worksRows(db, filter, pageSize, (pageNum - 1) * pageSize);
  const books = new Map(
    (
      await cards(
        context,
        rows.flatMap((row) => row.publishId ?? []),
      )
    ).map((book) => [book.publishId, book]),
  );
  return {
    rows: rows.map(
      ({ id, publishId, publishTitle, title, workKind, role, ...row }): ScholarWork => ({
        worksId: id,
        scholarId: row.scholarId,
        scholarName: row.scholarName,
        title: publishTitle ?? title,
        workKind: workKind as ScholarWork['workKind'],
        role: role as ScholarWork['role'],
        source: row.source,
        publishYear: row.publishYear,
        url: row.url,
        note: row.note,
        book: publishId === null ? null : (books.get(publishId) ?? null),
      }),
    ),
    total: Number(total),
  };
}

export const scholarAddresses = async ({ db }: AppContext, { from, to }: IdRange) =>
  (await publicIds(db, from, to)).map(({ id, updateTime }) => ({ path: scholarPath(id), time: Number(updateTime) }));
