import { EARNING, type EarningSource } from '../../contract/earnings/earning-limits.ts';
import type { EarningStep } from '../../contract/earnings/earning.ts';
import { sum, yuan } from '../../contract/money.ts';
import { TERM_FORMS } from '../../contract/protocol/term.ts';
import type { Database, Tx } from '../db/database.ts';
import { termsInForce, type AgreementTerms } from '../protocol/term.service.ts';
import { monthBefore } from './deduction.rule.ts';
import { channelSalesOf, listPriceOf, ownSales } from './earning.queries.ts';
import { agreementsWithReserve } from './payee.queries.ts';
import { endOf, lastDayOf, monthsOf, startOf } from './period.rule.ts';
import { digitalShare, royaltyLines, splitByShare, topUp } from './royalty.rule.ts';

/** The arithmetic of a line, kept with it. */
export interface EarningBasis {
  readonly lines: readonly EarningStep[];
  readonly workFen: number;
  readonly shareBp: number;
  readonly reserveBp: number;
  readonly recoup: boolean;
}

export interface Calculated {
  readonly userId: number;
  readonly sourceType: EarningSource;
  readonly sourceId: number;
  readonly protocolId: number;
  readonly publicationId: number | null;
  readonly title: string;
  readonly grossFen: number;
  readonly taxItem: string;
  readonly basis: EarningBasis;
}
export interface Unpaid {
  readonly title: string;
  readonly name: string;
  readonly fen: number;
}

const rate = (bp: number): string => `${bp / 100}%`;
const AUDIO: ReadonlySet<string> = new Set(['audio', 'video']);

/** What a work earned in some months by its terms, before it is split. */
async function linesOfWork(db: Database | Tx, terms: AgreementTerms, publicationId: number, months: readonly string[]): Promise<EarningStep[]> {
  const [first = '', last = ''] = [months[0], months.at(-1)];
  const sales = await channelSalesOf(db, publicationId, last);
  const steps: EarningStep[] = [];
  const paper = sales.filter(({ form }) => form === 'paper');
  const earlier = paper.filter(({ period }) => period < first);
  const now = paper.filter(({ period }) => period >= first);
  if (terms.paperTiers.length > 0 && now.length > 0) {
    const before = sum(earlier.map(({ copies }) => copies));
    const laid = now.map(({ id, saleDate, channel, copies, priceFen }) => ({ id, date: saleDate, channel, copies, priceFen }));
    const { lines, after } = royaltyLines(terms.paperTiers, before, laid);
    for (const { channel, copies, priceFen, bp, fen } of lines)
      steps.push({ label: `${TERM_FORMS.paper} · ${channel}`, formula: `${copies}册 × ${yuan(priceFen)}元 × ${rate(bp)}`, fen });
    const listFen = await listPriceOf(db, publicationId);
    const more = topUp(terms.paperTiers, terms.leastCopies, earlier.length > 0 ? before : null, after, listFen);
    if (more !== 0)
      steps.push({
        label: more > 0 ? '首次结算补足' : '抵扣已补足',
        formula: `按不少于${terms.leastCopies}册、定价${yuan(listFen)}元计，累计售出${after}册`,
        fen: more,
      });
  }
  for (const form of ['ebook', 'audio'] as const) {
    const shareBp = form === 'ebook' ? terms.ebookShareBp : terms.audioShareBp;
    if (shareBp === 0) continue;
    const share = [{ fromCopies: 1, bp: shareBp }];
    const laid = sales
      .filter((one) => one.form === form && one.period >= first)
      .map(({ id, saleDate, channel, copies, priceFen }) => ({ id, date: saleDate, channel, copies, priceFen }));
    // With one rate the place on the scale does not matter; it only must not end below zero.
    const returned = -sum(laid.filter(({ copies }) => copies < 0).map(({ copies }) => copies));
    const earned = royaltyLines(share, returned, laid).lines;
    for (const { channel, copies, priceFen, fen } of earned)
      steps.push({ label: `${TERM_FORMS[form]} · ${channel}`, formula: `${copies}份 × ${yuan(priceFen)}元 × ${rate(shareBp)}`, fen });
  }
  const own = await ownSales(db, publicationId, startOf(first), endOf(last));
  const groups = new Map<string, { paidFen: number; bp: number; form: 'ebook' | 'audio'; back: boolean; count: number; fen: number }>();
  for (const { fen: paidFen, kind } of own) {
    const form = AUDIO.has(kind) ? 'audio' : 'ebook';
    const bp = form === 'audio' ? terms.audioShareBp : terms.ebookShareBp;
    if (bp === 0 || paidFen === 0) continue;
    const key = `${form}:${paidFen}`;
    const group = groups.get(key) ?? { paidFen, bp, form, back: paidFen < 0, count: 0, fen: 0 };
    groups.set(key, { ...group, count: group.count + 1, fen: group.fen + digitalShare(paidFen, bp) });
  }
  for (const { paidFen, bp, form, back, count, fen } of groups.values())
    steps.push({
      label: `${TERM_FORMS[form]} · 本站${back ? '退款' : '销售'}`,
      formula: `${count}笔 ×（${yuan(paidFen)}元 ÷ 1.09 − 渠道费0.6%）× ${rate(bp)}`,
      fen,
    });
  return steps;
}

/** All earnings of a month by the terms of its last day, and the shares of authors without an account. The same input gives the same lines. */
export async function calculatePeriod(db: Database | Tx, period: string): Promise<{ lines: Calculated[]; unpaid: Unpaid[] }> {
  const lines: Calculated[] = [];
  const unpaid: Unpaid[] = [];
  const over = await agreementsWithReserve(db, monthBefore(period, EARNING.reserveMonths));
  for (const terms of await termsInForce(db, lastDayOf(period))) {
    const months = monthsOf(period, terms.period);
    if (months.length > 0 && terms.publicationId !== null) {
      const steps = await linesOfWork(db, terms, terms.publicationId, months);
      // A reserve is paid out when its time is over, also when nothing is sold any more.
      const released = steps.length === 0 && over.has(terms.protocolId) ? [{ label: '释放退货准备金', formula: '本期没有销售', fen: 0 }] : [];
      share(terms, 'royalty', [...steps, ...released], lines, unpaid);
    }
    if (terms.advanceFen > 0 && terms.signedOn.startsWith(period))
      share(terms, 'advance', [{ label: '预付款', formula: `协议于${terms.signedOn}生效`, fen: terms.advanceFen }], lines, unpaid);
  }
  return { lines, unpaid };
}

function share(terms: AgreementTerms, sourceType: EarningSource, steps: readonly EarningStep[], lines: Calculated[], unpaid: Unpaid[]): void {
  if (steps.length === 0) return;
  const workFen = sum(steps.map(({ fen }) => fen));
  const shares = splitByShare(
    workFen,
    terms.authors.map((author) => author.share),
  );
  for (const [at, author] of terms.authors.entries()) {
    const grossFen = shares[at] ?? 0;
    if (author.share === 0) continue;
    if (author.userId === null) {
      if (grossFen !== 0) unpaid.push({ title: terms.title, name: author.name, fen: grossFen });
      continue;
    }
    lines.push({
      userId: author.userId,
      sourceType,
      sourceId: terms.protocolId,
      protocolId: terms.protocolId,
      publicationId: terms.publicationId,
      title: terms.title,
      grossFen,
      taxItem: `author:manuscript:${terms.archiveId}`,
      basis: { lines: steps, workFen, shareBp: author.share, reserveBp: terms.reserveBp, recoup: terms.recoup },
    });
  }
}
