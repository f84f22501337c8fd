import { expect } from 'vitest';
import { sum, times, timesRatio } from '../../contract/money.ts';
import type { AppContext } from '../../server/context.ts';
import { AppError } from '../../server/http/app-error.ts';
import type { Database } from '../../server/db/database.ts';
import { sealText } from '../../server/db/sealed-text.ts';
import { monthBefore } from '../../server/earnings/deduction.rule.ts';
import { verifyEarnings } from '../../server/earnings/verify.service.ts';
import { balancesOf, ledgerFaults } from '../../server/ledger/ledger.service.ts';
import type { AccountKind } from '../../server/ledger/postings.ts';

/** Of each positive share, basis points; the agreements of the walk have it. */
export const RESERVE_BP = 1000;
export const PRICE_FEN = 3000;

/** What the walk believes of a line, a withdrawal and a batch; all amounts are fen. */
export interface Line {
  readonly id: number;
  readonly user: string;
  readonly agreement: number;
  readonly kind: 'royalty' | 'advance' | 'reversal';
  readonly period: string;
  readonly item: string;
  state: 'pending' | 'disputed' | 'settled' | 'void';
  fen: number;
  editor: string;
  reversed: number | null;
}
export interface Withdrawal {
  readonly id: number;
  readonly user: string;
  readonly fen: number;
  state: 'applied' | 'approved' | 'failed' | 'paid' | 'ended';
  auditor: string;
  batch: number | null;
}
export interface Batch {
  readonly id: number;
  state: 'draft' | 'exported' | 'resulted' | 'ended';
  payer: string;
  readonly open: Set<number>;
}
export interface Month {
  state: 'open' | 'calculated' | 'published' | 'closed';
  calculator: string;
  copies: Map<number, number>;
}

/** F4 for the income of one item in one month. */
const taxOf = (fen: number): number => (fen <= 80_000 ? 0 : fen <= 400_000 ? timesRatio(fen - 80_000, 14, 100) : timesRatio(fen, 112, 1000));

/** The books as the random walk expects them, written without the rules of the product. `today` is the month of settlement. */
export function earningModel(idOf: (user: string) => number, today: () => string) {
  const months = new Map<string, Month>();
  const lines = new Map<number, Line>();
  const withdrawals = new Map<number, Withdrawal>();
  const batches = new Map<number, Batch>();
  const books = new Map<string, number>();
  const reserves = new Map<string, Map<string, number>>();
  const taxed = new Map<string, { income: number; tax: number }>();
  const book = (kind: string, ref: string | number, fen: number): void => void books.set(`${kind} ${ref}`, (books.get(`${kind} ${ref}`) ?? 0) + fen);
  const held = (kind: string, ref: string | number): number => books.get(`${kind} ${ref}`) ?? 0;
  function settle(line: Line): void {
    const ref = `${line.agreement}:${idOf(line.user)}`;
    let payable = line.fen;
    if (line.kind === 'advance') book('advance', ref, line.fen);
    else {
      const own = reserves.get(ref) ?? new Map<string, number>();
      reserves.set(ref, own);
      let owed = Math.max(0, 0 - line.fen);
      let released = 0;
      const due = monthBefore(line.period, 12);
      for (const period of [...own.keys()].toSorted()) {
        const left = own.get(period) ?? 0;
        const used = Math.min(owed, left);
        owed -= used;
        const rest = period <= due ? left - used : 0;
        released += rest;
        own.set(period, left - used - rest);
      }
      const income = Math.max(0, line.fen);
      const carried = Math.min(held('carry', ref), income);
      const kept = timesRatio(income - carried, RESERVE_BP, 10_000);
      if (kept > 0) own.set(line.period, (own.get(line.period) ?? 0) + kept);
      const before = income - carried - kept + released;
      const recouped = Math.min(held('advance', ref), before);
      book('carry', ref, owed - carried);
      book('advance', ref, 0 - recouped);
      payable = before - recouped;
    }
    const key = `${line.user} ${today()} ${line.item}`;
    const of = taxed.get(key) ?? { income: 0, tax: 0 };
    const tax = Math.max(0, taxOf(of.income + payable) - of.tax);
    taxed.set(key, { income: of.income + payable, tax: of.tax + tax });
    book('taxPayable', today(), 0 - tax);
    book('payable', idOf(line.user), tax - payable);
    line.state = 'settled';
  }

  function giveBack(one: Withdrawal): void {
    book('payable', idOf(one.user), 0 - one.fen);
    book('frozen', idOf(one.user), one.fen);
  }
  function pay(one: Withdrawal): void {
    one.state = 'paid';
    book('frozen', idOf(one.user), one.fen);
  }
  async function compareBooks(db: Database, step: number): Promise<void> {
    const kinds = ['payable', 'frozen', 'advance', 'carry', 'taxPayable'] as const satisfies readonly AccountKind[];
    for (const kind of kinds) {
      const refs = [...books.keys()].filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1));
      const found = await balancesOf(db, kind, refs);
      for (const ref of refs) expect([step, kind, ref, found.get(ref) ?? 0]).toEqual([step, kind, ref, held(kind, ref)]);
    }
    for (const [ref, own] of reserves) {
      const refs = [...own.keys()].map((period) => `${ref}:${period}`);
      const found = await balancesOf(db, 'reserve', refs);
      for (const [period, fen] of own) expect([step, ref, period, 0 - (found.get(`${ref}:${period}`) ?? 0)]).toEqual([step, ref, period, fen]);
    }
    expect([step, ...(await ledgerFaults(db)), ...(await verifyEarnings(db))]).toEqual([step]);
  }

  return { months, lines, withdrawals, batches, book, held, settle, giveBack, pay, compareBooks };
}

/** Each statement is its lines, and its lines are the ledger; returns how many there are. */
export async function compareStatements(db: Database): Promise<number> {
  const statements = await db.selectFrom('statement').selectAll().execute();
  for (const { userId, protocolId, period, data: text } of statements) {
    const data = JSON.parse(text) as { lines: Record<string, number>[] } & Record<string, number>;
    for (const key of ['grossFen', 'carryFen', 'heldFen', 'releasedFen', 'recoupedFen', 'payableFen', 'taxFen', 'netFen'])
      expect([period, key, sum(data.lines.map((one) => one[key] ?? 0))]).toEqual([period, key, data[key]]);
    const own = await db
      .selectFrom('ledgerEntry')
      .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
      .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
      .innerJoin('earning', (join) => join.onRef('earning.id', '=', 'ledgerTransaction.sourceId').on('ledgerTransaction.sourceType', '=', 'earning'))
      .select((eb) => eb.fn.sum<number>('ledgerEntry.fen').as('fen'))
      .where('ledgerAccount.kind', '=', 'payable')
      .where('earning.userId', '=', userId)
      .where('earning.protocolId', '=', protocolId)
      .where('earning.period', '=', period)
      .executeTakeFirstOrThrow();
    expect([period, Number(own.fen ?? 0)]).toEqual([period, 0 - (data['netFen'] ?? 0)]);
  }
  return statements.length;
}

/** The checked account of a payee. */
export async function addVerifiedPayee({ db, settings }: AppContext, userId: number): Promise<void> {
  await db
    .insertInto('payee')
    .values({
      userId: userId,
      holder: '何语',
      bank: '渡口银行',
      account: sealText(settings.secret, 'payee-account', userId, `62284800000000000${userId}`),
      accountKey: String(userId),
      accountTail: '0000',
      status: 'verified',
      changedAt: 1,
      decidedBy: null,
      decidedAt: null,
      createTime: 1,
      updateTime: 1,
    })
    .execute();
}

/** A confirmed batch of sales, to which a test adds rows. */
export async function addSaleBatch(db: Database): Promise<number> {
  const { id } = await db
    .insertInto('saleBatch')
    .values({
      batchNo: 'XS1',
      period: '2020-01',
      fileName: 'x',
      fileHash: 'x',
      rows: 0,
      copies: 0,
      importedBy: 1,
      confirmedBy: 1,
      confirmedAt: 1,
      status: 'confirmed',
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  return id;
}

export interface WalkedAgreement {
  readonly id: number;
  readonly shares: readonly (readonly [user: string, share: number])[];
}
interface Walked {
  readonly db: Database;
  readonly lines: Map<number, Line>;
  readonly stateOf: (period: string) => Month;
  readonly nameOf: (id: number) => string;
  readonly agreements: readonly WalkedAgreement[];
}

/** Reads the lines of a month after a calculation; untouched royalties are what was sold. */
export const adoptLines =
  ({ db, lines, stateOf, nameOf, agreements }: Walked) =>
  async (period: string): Promise<void> => {
    const rows = await db.selectFrom('earning').selectAll().where('period', '=', period).execute();
    for (const row of rows) {
      const known = lines.get(row.id);
      if (!known) {
        lines.set(row.id, {
          id: row.id,
          user: nameOf(row.userId),
          agreement: row.protocolId ?? 0,
          kind: row.sourceType as Line['kind'],
          period,
          item: row.taxItem,
          state: 'pending',
          fen: row.grossFen,
          editor: '',
          reversed: null,
        });
      } else if (known.state === 'pending' && known.editor === '') {
        known.fen = row.grossFen;
        if (row.status === 'void') known.state = 'void';
      } else expect([row.status, row.grossFen]).toEqual([known.state === 'settled' ? row.status : known.state, known.fen]);
    }
    const { copies } = stateOf(period);
    for (const { id, shares } of agreements)
      for (const [name, share] of shares) {
        const own = [...lines.values()].filter((one) => one.period === period && one.agreement === id && one.user === name && one.kind === 'royalty');
        const expected = timesRatio(times(times(copies.get(id) ?? 0, PRICE_FEN), share), 1000, 100_000_000);
        const live = own.filter(({ state }) => state !== 'void');
        if (own.every(({ editor }) => editor === '')) expect([period, name, sum(live.map(({ fen }) => fen))]).toEqual([period, name, expected]);
      }
  };

/** Takes a step; whether it was accepted must be what the model says. */
export const attemptIn =
  (seen: Set<string>, month: () => string) =>
  async (name: string, expected: boolean, work: () => Promise<unknown>): Promise<boolean> => {
    let done = true;
    let said = '';
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      done = false;
      said = error.message;
    }
    if (done !== expected) throw new Error(`${name} in ${month()}: ${done ? 'accepted' : `rejected (${said})`}, the model says otherwise`);
    seen.add(`${name} ${done}`);
    return done;
  };

/** The state of each line in the end. */
export async function compareStates(db: Database, lines: ReadonlyMap<number, Line>): Promise<void> {
  const stored = await db.selectFrom('earning').select(['id', 'status']).execute();
  for (const { id, status } of stored) {
    const line = lines.get(id);
    expect([id, status === 'withdrawn' ? 'settled' : status]).toEqual([id, line?.state]);
  }
}
