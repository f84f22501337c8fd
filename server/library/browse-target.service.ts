import { findTargets, type TargetFound } from '../comment/comment-target.service.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { stateAt } from '../state-machine/release.ts';
import { noticeTitles, workTitles } from './browse.queries.ts';

export interface RecordTarget {
  readonly targetType: string;
  readonly targetId: number;
}

/** The title of a page with content, and its address while readers can open it. */
export interface TargetPage {
  readonly title: string;
  readonly link: string;
}

export const targetKey = ({ targetType, targetId }: RecordTarget): string => `${targetType}:${targetId}`;

type Db = AppContext['db'] | Tx;
const idsOf = (rows: readonly RecordTarget[], type: string): number[] => [
  ...new Set(rows.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId)),
];

/** Returns titles and addresses of what records are about; what no longer exists is missing. */
export async function targetPages(db: Db, rows: readonly RecordTarget[]): Promise<ReadonlyMap<string, TargetPage>> {
  const open: ReadonlyMap<string, TargetFound> = await findTargets(db, rows);
  const pages = new Map<string, TargetPage>();
  // A work that is no longer on sale keeps its title.
  for (const { id, title } of await workTitles(db as AppContext['db'], idsOf(rows, 'publication')))
    pages.set(`publication:${id}`, { title, link: '' });
  for (const notice of await noticeTitles(db as AppContext['db'], idsOf(rows, 'notice'))) {
    const isOpen = stateAt(notice, Date.now()) === 'published' && notice.audience === 'all';
    pages.set(`notice:${notice.id}`, { title: notice.noticeTitle, link: isOpen ? `/cms/main/noticeDetail?noticeId=${notice.id}` : '' });
  }
  for (const [key, { title, link }] of open) pages.set(key, { title, link });
  return pages;
}
