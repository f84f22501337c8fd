import type { z } from 'zod';
import { LAYOUT_KINDS, type LayoutReport, layoutTotal, type saveLayoutReport } from '../../contract/catalog/layout-check.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import type { Write } from '../audit/operation-log.ts';
import { invalid, missing, warning } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { heldPublication } from './publication-hold.ts';
import { checkedEdition, nickNameOf, saveReport, wasChecked } from './layout-check.queries.ts';

type Sent = z.output<NonNullable<typeof saveLayoutReport.body>>;

export async function layoutReportOf(context: AppContext, publishId: number): Promise<{ report: LayoutReport | null; outdated: boolean }> {
  const row = await checkedEdition(context.db, publishId);
  if (!row) throw missing('出版物不存在或已删除');
  if (!row.layoutReport) return { report: null, outdated: await wasChecked(context.db, publishId) };
  const { userId, ...report } = JSON.parse(row.layoutReport) as Stored;
  return { report: { ...report, checkBy: (await nickNameOf(context.db, userId)) ?? '' }, outdated: false };
}

/** The name is not stored with the report: the account may be closed. */
type Stored = Omit<LayoutReport, 'checkBy'> & { readonly userId: number };

/** Saves a report. Rejects one of another edition: its file was replaced while the browser laid it out. */
export async function saveLayout(currentUser: CurrentUser, publishId: number, sent: Sent, write: Write): Promise<LayoutReport> {
  const report = { ...sent, checkTime: wireTime(Date.now()) };
  const stored: Stored = { ...report, userId: currentUser.userId };
  await write(async (tx) => {
    // Locks the work: its edition does not change before the report is written.
    await heldPublication(tx, publishId);
    const row = await checkedEdition(tx, publishId);
    if (!row || row.editionId === null || row.documents === null) throw invalid('出版物还没有电子书文件，不能检查版面');
    if (row.editionId !== sent.editionId) throw warning('检查期间电子书文件已更新，请重新检查');
    rejectOutside(sent, row.documents);
    await saveReport(tx, row.editionId, JSON.stringify(stored), layoutTotal(report));
  });
  return { ...report, checkBy: currentUser.nickName };
}

function rejectOutside({ documents, pages, counts, findings, unchecked }: Sent, most: number): void {
  const inside = [...unchecked, ...findings.map(({ document }) => document)].every((document) => document < most);
  if (!inside || documents > most) throw invalid('检查结果里的章节不在这本书里，请重新检查');
  if (findings.some((one) => one.page >= one.pages || one.pages > pages)) throw invalid('检查结果里的页码不正确，请重新检查');
  for (const kind of LAYOUT_KINDS)
    if (counts[kind] < findings.filter((one) => one.kind === kind).length) throw invalid('检查结果的数目不一致，请重新检查');
}
