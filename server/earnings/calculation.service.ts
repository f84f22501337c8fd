import { EARNING, type EarningSource } from '../../contract/earnings/earning-limits.ts';
import type { EarningStep } from '../../contract/earnings/earning.ts';
import { sum, yuan } from '../../contract/money.ts';
import { TERM_FORMS } from '../../contract/protocol/term.ts';
import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Rest } from '../jobs/pace.ts';
import { termsInForce, type AgreementTerms } from '../protocol/term.service.ts';
import { monthBefore } from './deduction.rule.ts';
import { channelSalesOf, finishedLines, firstRoyalties, listPriceOf, refundsOfLines, settlementRows } from './earning.queries.ts';
import type { Calculated, EarningBasis, TopUp, Unpaid } from './earning-line.rule.ts';
import { agreementsWithReserve } from './payee.queries.ts';
import { endOf, lastDayOf, monthsOf, startOf } from './period.rule.ts';
import { ownSalesOf } from './own-sale.rule.ts';
import { digitalShare, royaltyLines, splitByShare, topUp as topUpFen } from './royalty.rule.ts';
import { agreementEvents } from './source/agreement-event.service.ts';
import { decidedDesignations } from './designation/payee-designation.queries.ts';
import { payeeFor, payeesOfParties, type PayeesOfParties } from './designation/payee-of-party.rule.ts';
import { dueLines, sourceKey } from './source/due-lines.rule.ts';
import { earningSources, type SourceEvent } from '../ledger/earning-source.ts';
import { linesElsewhere } from './source/source.queries.ts';

const rate = (bp: number): string => `${bp / 100}%`;
const AUDIO: ReadonlySet<string> = new Set(['audio', 'video']);

/** By what an agreement has topped up its first settlement; null when it did not. */
async function topUpOf(db: Database | Tx, protocolId: number, before: string): Promise<TopUp | null> {
  for (const { basis } of await firstRoyalties(db, protocolId, before)) {
    const { topUp } = JSON.parse(basis) as EarningBasis;
    if (topUp) return topUp;
  }
  return null;
}

/** What a work earned in some months by its terms, before it is split. */
async function linesOfWork(
  db: Database | Tx,
  terms: AgreementTerms,
  publicationId: number,
  months: readonly string[],
): Promise<{ steps: EarningStep[]; topUp?: TopUp }> {
  const [first = '', last = ''] = [months[0], months.at(-1)];
  const sales = await channelSalesOf(db, publicationId, last);
  const steps: EarningStep[] = [];
  let topUp: TopUp | undefined;
  const paper = sales.filter(({ form }) => form === 'paper');
  const earlier = paper.filter(({ period }) => period < first);
  const now = paper.filter(({ period }) => period >= first);
  if (terms.paperTiers.length > 0 && now.length > 0) {
    const before = sum(earlier.map(({ copies }) => copies));
    const laid = now.map(({ id, saleDate, channel, copies, priceFen }) => ({ id, date: saleDate, channel, copies, priceFen }));
    const { lines, after } = royaltyLines(terms.paperTiers, before, laid);
    for (const { channel, copies, priceFen, bp, fen } of lines)
      steps.push({ label: `${TERM_FORMS.paper} · ${channel}`, formula: `${copies}册 × ${yuan(priceFen)}元 × ${rate(bp)}`, fen });
    const isFirst = earlier.length === 0;
    const paid = isFirst ? null : await topUpOf(db, terms.protocolId, first);
    // What was topped up is set off by the scale and the price by which it was paid.
    const by = paid ?? { priceFen: await listPriceOf(db, publicationId), least: terms.leastCopies, tiers: terms.paperTiers };
    const more = topUpFen(by.tiers, by.least, isFirst ? null : before, after, by.priceFen);
    if (more !== 0)
      steps.push({
        label: more > 0 ? '首次结算补足' : '抵扣已补足',
        formula: `按不少于${by.least}册、定价${yuan(by.priceFen)}元计，累计售出${after}册`,
        fen: more,
      });
    if (isFirst && more > 0) topUp = by;
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
  const [from, until] = [startOf(first), endOf(last)];
  const own = ownSalesOf(await finishedLines(db, publicationId, from, until), await refundsOfLines(db, publicationId, until), from);
  const groups = new Map<string, { beforeFen: number; afterFen: number; bp: number; form: 'ebook' | 'audio'; count: number; fen: number }>();
  for (const { beforeFen, afterFen, kind } of own) {
    const form = AUDIO.has(kind) ? 'audio' : 'ebook';
    const bp = form === 'audio' ? terms.audioShareBp : terms.ebookShareBp;
    if (bp === 0 || beforeFen === afterFen) continue;
    const key = `${form}:${beforeFen}:${afterFen}`;
    const group = groups.get(key) ?? { beforeFen, afterFen, bp, form, count: 0, fen: 0 };
    groups.set(key, { ...group, count: group.count + 1, fen: group.fen + digitalShare(afterFen, bp) - digitalShare(beforeFen, bp) });
  }
  for (const { beforeFen, afterFen, bp, form, count, fen } of groups.values()) {
    const of = (amount: number): string => `（${yuan(amount)}元 ÷ 1.09 − 渠道费0.6%）× ${rate(bp)}`;
    const partly = beforeFen > 0 && afterFen > 0;
    steps.push({
      label: `${TERM_FORMS[form]} · 本站${beforeFen > 0 ? '退款' : '销售'}`,
      formula: `${count}笔 × ${partly ? `[${of(afterFen)} − ${of(beforeFen)}]` : of(afterFen - beforeFen)}`,
      fen,
    });
  }
  return { steps, ...(topUp ? { topUp } : {}) };
}

/** Sources that a calculation writes and takes back; lines of other sources it leaves alone. */
export const calculatedSources = (): ReadonlySet<string> =>
  new Set(['royalty', 'advance', 'baseFee', 'printRun', ...earningSources().map(({ key }) => key)]);

interface Result {
  readonly lines: Calculated[];
  readonly unpaid: Unpaid[];
}

/**
 * All earnings of a month by the terms of its last day, and the shares of authors without an account. The same input gives the same lines. Events that
 * no earlier month has settled are in it, whenever they happened.
 */
export async function calculatePeriod(db: Database | Tx, period: string, rest: Rest): Promise<Result> {
  const result: Result = { lines: [], unpaid: [] };
  const agreements = await termsInForce(db, lastDayOf(period));
  const payees = payeesOfParties(await decidedDesignations(db));
  const over = await agreementsWithReserve(db, monthBefore(period, EARNING.reserveMonths));
  for (const terms of agreements) {
    await rest();
    const months = monthsOf(period, terms.period);
    if (months.length === 0 || terms.publicationId === null) continue;
    const { steps, topUp } = await linesOfWork(db, terms, terms.publicationId, months);
    // A reserve is paid out when its time is over, also when nothing is sold any more.
    if (steps.length === 0 && over.has(terms.protocolId)) steps.push({ label: '释放退货准备金', formula: '本期没有销售', fen: 0 });
    if (steps.length > 0)
      share(
        terms,
        { payees, booked: NOTHING },
        { sourceType: 'royalty', sourceId: terms.protocolId, steps, reserveBp: terms.reserveBp, topUp },
        result,
      );
  }
  const events: Result = { lines: [], unpaid: [] };
  const elsewhere = await linesElsewhere(
    db,
    [...calculatedSources()].filter((key) => key !== 'royalty'),
    period,
  );
  const booked = new Set(elsewhere.filter(({ status, editedBy }) => status !== 'void' || editedBy !== null).map(sourceKey));
  const isNew = await newEvents(db, period);
  for (const { terms, source, sourceId, day, steps, paid } of await agreementEvents(db, period, agreements)) {
    const shown = isNew(day.slice(0, 7)) ? events : { lines: events.lines, unpaid: [] };
    share(terms, { payees, booked }, { sourceType: source, sourceId, steps, reserveBp: 0, paid }, shown);
  }
  for (const { key, events: eventsOf } of earningSources())
    for (const event of await eventsOf(db, endOf(period)))
      if (event.userId !== null) events.lines.push(lineOf(key, event, event.userId));
      else if (isNew(wireDate(event.at).slice(0, 7))) events.unpaid.push({ title: event.title, name: event.name, fen: event.fen });
  const due = dueLines(events.lines, elsewhere);
  return { lines: [...result.lines, ...due], unpaid: [...result.unpaid, ...events.unpaid] };
}

/** Whether an event of a month is listed for the first time now: it is of this month, or its own month was never calculated. */
async function newEvents(db: Database | Tx, period: string): Promise<(month: string) => boolean> {
  const calculated = new Set((await settlementRows(db)).filter(({ calculatedAt }) => calculatedAt !== null).map((row) => row.period));
  return (month) => month === period || !calculated.has(month);
}

const lineOf = (sourceType: EarningSource, event: SourceEvent, userId: number): Calculated => ({
  userId,
  sourceType,
  sourceId: event.sourceId,
  protocolId: 0,
  publicationId: null,
  title: event.title,
  grossFen: event.fen,
  taxCategory: event.taxCategory,
  taxItem: `${event.taxCategory}:${event.taxSubject}`,
  basis: { lines: event.steps, workFen: sum(event.steps.map(({ fen }) => fen)), shareBp: event.shareBp, reserveBp: 0, recoup: false },
});

interface Payees {
  readonly payees: PayeesOfParties;
  /** Keys of event and payee that a line of another month already contains. */
  readonly booked: ReadonlySet<string>;
}
const NOTHING: ReadonlySet<string> = new Set();

interface Shared {
  readonly sourceType: EarningSource;
  readonly sourceId: number;
  readonly steps: readonly EarningStep[];
  readonly reserveBp: number;
  readonly paid?: ReadonlySet<number>;
  readonly topUp?: TopUp | undefined;
}

/** Splits what a work has earned among its authors. */
function share(
  terms: AgreementTerms,
  { payees, booked }: Payees,
  { sourceType, sourceId, steps, reserveBp, paid, topUp }: Shared,
  { lines, unpaid }: Result,
): void {
  const workFen = sum(steps.map(({ fen }) => fen));
  const shares = splitByShare(
    workFen,
    terms.authors.map((author) => author.share),
  );
  for (const [at, author] of terms.authors.entries()) {
    const grossFen = shares[at] ?? 0;
    if (author.share === 0) continue;
    const payee = payeeFor(payees, terms.protocolId, author, (userId) => booked.has(sourceKey({ sourceType, sourceId, userId })));
    if (payee === null) {
      if (grossFen !== 0) unpaid.push({ title: terms.title, name: author.name, fen: grossFen });
      continue;
    }
    if (author.userId !== null && paid?.has(author.userId)) continue;
    const line: Calculated = {
      userId: payee,
      sourceType,
      sourceId,
      protocolId: terms.protocolId,
      publicationId: terms.publicationId,
      title: terms.title,
      grossFen,
      taxCategory: 'author',
      taxItem: `author:manuscript:${terms.archiveId}`,
      basis: {
        lines: steps,
        workFen,
        shareBp: author.share,
        reserveBp,
        recoup: terms.recoup,
        ...(topUp ? { topUp } : {}),
        ...(payee === author.userId ? {} : { onBehalfOf: author.name }),
      },
    };
    // One payee of several authors of a work has one line.
    const same = lines.findIndex((one) => sourceKey(one) === sourceKey(line));
    const before = lines[same];
    if (before) lines[same] = joined(before, line);
    else lines.push(line);
  }
}

function joined(one: Calculated, other: Calculated): Calculated {
  const names = [one.basis.onBehalfOf, other.basis.onBehalfOf].filter((name) => name !== undefined);
  return {
    ...one,
    grossFen: sum([one.grossFen, other.grossFen]),
    basis: { ...one.basis, shareBp: one.basis.shareBp + other.basis.shareBp, ...(names.length > 0 ? { onBehalfOf: names.join('、') } : {}) },
  };
}
