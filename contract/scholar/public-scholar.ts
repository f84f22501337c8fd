import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KEYWORD_LENGTH } from '../limits.ts';
import { flag, id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { NAME_KINDS } from './scholar.ts';

export const scholarCard = z.object({
  scholarId: z.number(),
  scholarName: z.string(),
  /** Letter of the surname's reading, A to Z; `#` for names without one. */
  initial: z.string(),
  avatar: z.string(),
  dynasty: z.string(),
  collegeName: z.string(),
  title: z.string(),
  researchField: z.string(),
  /** The first sentences of the biography, as plain text. */
  brief: z.string(),
  recommend: z.boolean(),
  worksNum: z.number(),
  papersNum: z.number(),
  /** The other name that matched the keyword; empty when the name itself did. */
  matchedName: z.string(),
});
export type ScholarCard = z.output<typeof scholarCard>;

export const SCHOLAR_SORTS = ['featured', 'name'] as const;

const conditions = {
  keyword: searchTerm(KEYWORD_LENGTH),
  discipline: searchTerm(100),
  collegeId: id.optional(),
  initial: z
    .string()
    .regex(/^([A-Z]|#)?$/, '首字母不正确')
    .transform((value) => value || undefined)
    .optional(),
};

/** Scholars with a page: featured ones first, or by the reading of the surname. The keyword is searched in all names of a scholar. */
export const queryScholars = endpoint('GET /house/scholar/queryScholar', {
  summary: '学者列表（前台）',
  access: 'public',
  query: paging.extend({
    ...conditions,
    sort: z.enum(SCHOLAR_SORTS).default('featured'),
    recommend: flag.optional(),
    /** Only the scholars that the signed-in caller follows. */
    followed: flag.optional(),
  }),
  row: scholarCard,
});

/** Filters of 学者馆 with the number of scholars of each value. */
export const queryScholarFilters = endpoint('GET /house/scholar/queryFilter', {
  summary: '学者筛选项（前台）',
  access: 'public',
  data: z.object({
    total: z.number(),
    disciplines: z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })),
    colleges: z.array(z.object({ collegeId: z.number(), collegeName: z.string(), count: z.number() })),
    initials: z.array(z.object({ initial: z.string(), count: z.number() })),
  }),
});

/** The page of a scholar. The page of a merged scholar has moved to the scholar that was kept. */
export const getScholar = endpoint('GET /house/scholar/getInfo/{xz}', {
  summary: '学者主页（前台）',
  access: 'public',
  params: z.object({ xz: id }),
  data: scholarCard.omit({ matchedName: true }).extend({
    surnameReading: z.string(),
    names: z.array(z.object({ name: z.string(), kind: z.enum(NAME_KINDS), yearFrom: z.string(), yearTo: z.string() })),
    discipline: z.string(),
    disciplineName: z.string(),
    homepage: z.string(),
    /** Sanitised HTML. */
    intro: z.string(),
    achievements: z.string(),
    newsNum: z.number(),
    followNum: z.number(),
    viewNum: z.number(),
    /** The page belongs to no user yet. */
    claimable: z.boolean(),
    /** The professor who is this scholar and tutors; null when the scholar does not tutor. */
    tutorProfessorId: z.number().nullable(),
  }),
});
