import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import type { PriceEvent, PriceProposal } from '../../contract/catalog/publication.ts';
import { yuan } from '../../contract/money.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import type { Write } from '../audit/operation-log.ts';
import { conflict, failed, forbidden, invalid, AppError } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import type { PublicationRow } from './publication.queries.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { CODES } from './publication-codes.ts';
import { heldPublication } from './publication-hold.ts';
import { notifyOthers } from './publication-notify.service.ts';
import { proposedPrice, relistsPrice } from './publication.policy.ts';

export interface Price {
  readonly listPriceFen: number;
  readonly salePriceFen: number;
  readonly isFree: '0' | '1';
}

const NONE = { proposedListFen: null, proposedSaleFen: null, proposedIsFree: null, proposedBy: null, proposedAt: null } as const;

export const PRICE_STEPS: Readonly<Record<PriceEvent | 'propose', string>> = {
  propose: '提出新价格',
  confirm: '确认新价格',
  decline: '不同意新价格',
  withdraw: '撤回新价格',
};

const current = ({ listPriceFen, salePriceFen, isFree }: PublicationRow): Price => ({ listPriceFen, salePriceFen, isFree });

function proposed(row: PublicationRow): Price | null {
  const { proposedListFen, proposedSaleFen, proposedIsFree } = row;
  if (proposedListFen === null || proposedSaleFen === null || proposedIsFree === null) return null;
  return { listPriceFen: proposedListFen, salePriceFen: proposedSaleFen, isFree: proposedIsFree };
}

export function wireProposal(row: PublicationRow): PriceProposal | null {
  const price = proposed(row);
  if (!price || row.proposedBy === null) return null;
  return { ...price, proposerId: row.proposedBy, proposerName: row.proposerName ?? '', proposedAt: wireTime(row.proposedAt) };
}

const same = (one: Price, other: Price | null): boolean =>
  other !== null && one.listPriceFen === other.listPriceFen && one.salePriceFen === other.salePriceFen && one.isFree === other.isFree;

const priceWords = ({ listPriceFen, salePriceFen, isFree }: Price): string =>
  isFree === '1' ? '免费' : `定价${yuan(listPriceFen)}元、售价${yuan(salePriceFen)}元`;

export interface PriceChange {
  readonly columns: Readonly<Record<string, string | number | null>>;
  /** The proposal that this save creates, or null. */
  readonly proposal: Price | null;
}

/** Returns the price columns that a save writes: the sent price, or for a listed work the current price with the sent one as a proposal. */
export function priceChange(row: PublicationRow, sent: Price, currentUser: CurrentUser): PriceChange {
  const kept = current(row);
  if (inGroup(publicationMachine, 'offSale', row.status)) {
    if (same(sent, kept)) return { columns: { ...kept }, proposal: null };
    return { columns: { ...sent, ...NONE, proposedBy: currentUser.userId, proposedAt: Date.now() }, proposal: null };
  }
  if (row.status !== 'listed') return { columns: { ...sent, ...NONE }, proposal: null };
  // A form opened before the proposal, or by another user, sends the current price: that does not withdraw the proposal.
  if (same(sent, kept) || same(sent, proposed(row))) return { columns: { ...kept }, proposal: null };
  const { listPriceFen, salePriceFen, isFree } = sent;
  const proposal = { proposedListFen: listPriceFen, proposedSaleFen: salePriceFen, proposedIsFree: isFree };
  return { columns: { ...kept, ...proposal, proposedBy: currentUser.userId, proposedAt: Date.now() }, proposal: sent };
}

/** The user who changed the price off sale may not relist the work; a pending proposal stays pending. */
export function relistPrice(row: PublicationRow, currentUser: CurrentUser): Readonly<Record<string, null>> {
  if (proposed(row)) return {};
  if (!relistsPrice(row, currentUser)) throw new AppError(CODES.ownSubmission, '您在下架期间改了价格，请由另一位作品管理员重新上架');
  return NONE;
}

/** Writes a new proposal into the history of the work and notifies the users who may decide. */
export async function announceProposal(tx: Tx, currentUser: CurrentUser, row: PublicationRow, price: Price): Promise<void> {
  const words = `${priceWords(current(row))}改为${priceWords(price)}`;
  await note(tx, currentUser, row, 'propose', words);
  await notifyOthers(tx, row, currentUser.userId, {
    title: `${inTitleMarks(row.title)}的新价格等待确认`,
    content: `${currentUser.nickName}提出：${words}。请在出版物详情里确认或不同意；确认前仍按现在的价格出售。`,
  });
}

interface PriceRule {
  /** Only the proposer may withdraw; only somebody else may decide. Throws an `AppError`. */
  readonly guard: (own: boolean, price: Price, currentUser: CurrentUser) => void;
  /** The columns that the work gets. */
  readonly columns: (price: Price) => Partial<Price>;
  /** What the others read, as ends of two sentences. */
  readonly done: string;
  readonly did: string;
}

function assertDecides(own: boolean, currentUser: CurrentUser): void {
  if (!hasPermission(currentUser, 'publish:publication:publish')) throw forbidden();
  if (own) throw forbidden('不能确认或驳回本人提出的价格，请由另一位作品管理员处理');
}

const PRICE_RULES: Readonly<Record<PriceEvent, PriceRule>> = {
  confirm: {
    guard: (own, price, currentUser) => {
      assertDecides(own, currentUser);
      if (price.isFree === '0' && price.salePriceFen === 0) throw invalid('新价格没有售价，请不同意，由提出人重新填写');
    },
    columns: (price) => price,
    done: '已确认',
    did: '确认了',
  },
  decline: { guard: (own, _price, currentUser) => assertDecides(own, currentUser), columns: () => ({}), done: '未被同意', did: '没有同意' },
  withdraw: {
    guard: (own) => {
      if (!own) throw forbidden('只有提出价格的人可以撤回，请选择不同意');
    },
    columns: () => ({}),
    done: '已撤回',
    did: '撤回了',
  },
};

/** A second user confirms or declines a proposed price; the proposer may only withdraw it. `version` is the row version the user looked at. */
export async function decidePrice(currentUser: CurrentUser, event: PriceEvent, id: number, version: number, write: Write): Promise<PublicationRow> {
  return write(async (tx) => {
    const row = await heldPublication(tx, id);
    const price = proposed(row);
    if (!price) throw failed('没有等待确认的价格，请刷新后重试');
    if (row.version !== version) throw conflict();
    const own = proposedPrice(row, currentUser);
    const { guard, columns, done, did } = PRICE_RULES[event];
    guard(own, price, currentUser);
    await tx
      .updateTable('publication')
      .set({ ...columns(price), ...NONE, updateBy: currentUser.userName, updateTime: Date.now(), version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    await note(tx, currentUser, row, event, `${priceWords(current(row))} → ${priceWords(price)}`);
    if (!own)
      await notifyOthers(tx, row, currentUser.userId, {
        title: `${inTitleMarks(row.title)}的新价格${done}`,
        content: `${currentUser.nickName}${did}${priceWords(price)}。`,
        also: row.proposedBy,
      });
    return heldPublication(tx, id);
  });
}

const note = (tx: Tx, currentUser: CurrentUser, row: PublicationRow, event: PriceEvent | 'propose', words: string) =>
  logTransition(tx, currentUser, {
    entityType: 'publication',
    entityId: row.id,
    event,
    fromStatus: row.status,
    toStatus: row.status,
    note: words,
  });
