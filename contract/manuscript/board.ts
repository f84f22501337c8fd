import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { searchTerm } from '../search-term.ts';
import { KINDS, QUEUES } from './manuscript-limits.ts';
import { MANUSCRIPT_STATES, TURNS } from './manuscript.machine.ts';

const card = z.object({
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  authorsText: z.string(),
  kind: z.enum(KINDS),
  status: z.enum(MANUSCRIPT_STATES),
  turn: z.enum(TURNS),
  turnName: z.string(),
  editorName: z.string(),
  /** Whole days in this stage. */
  days: z.number(),
  dueAt: z.string(),
  late: z.boolean(),
  mine: z.boolean(),
});
export type BoardCard = z.output<typeof card>;

export const boardFilter = z.object({
  queue: z.enum(QUEUES, '没有这个队列').optional(),
  keyword: searchTerm(120),
  kind: z.enum(KINDS, '没有这个类型').optional(),
});

/** The board of live manuscripts: a column for each stage with its total and its first cards, the longest waiting first. */
export const board = endpoint('GET /press/board/list', {
  summary: '编辑流程看板',
  access: 'press:board:list',
  query: boardFilter,
  data: z.object({
    columns: z.array(z.object({ key: z.string(), title: z.string(), total: z.number(), late: z.number(), cards: z.array(card) })),
    counts: z.record(z.enum(QUEUES), z.number()),
    total: z.number(),
  }),
});
export type Board = z.output<typeof board.data>;

/** The stages of the board, and the states that each collects. */
export const BOARD_COLUMNS: readonly {
  readonly key: string;
  readonly title: string;
  readonly states: readonly (typeof MANUSCRIPT_STATES)[number][];
}[] = [
  { key: 'submitted', title: '投稿', states: ['submitted'] },
  { key: 'topic', title: '选题', states: ['topic'] },
  { key: 'assigned', title: '待送审', states: ['assigned'] },
  { key: 'review', title: '三审', states: ['audit_one', 'audit_two', 'audit_last'] },
  { key: 'revising', title: '退修', states: ['revising'] },
  { key: 'contracting', title: '签约', states: ['contracting'] },
  { key: 'editing', title: '编辑加工', states: ['editing'] },
  { key: 'composing', title: '排版', states: ['composing'] },
  { key: 'proof', title: '三校一读', states: ['proof_one', 'proof_two', 'proof_three', 'reading'] },
  { key: 'ready', title: '待出版', states: ['ready'] },
  { key: 'held', title: '搁置', states: ['held'] },
];
