import { times, timesBp } from '../../contract/money.ts';
import { TERM_PERIODS, type TermsBody, type TermsVersion } from '../../contract/protocol/term.ts';
import { yuan } from '../../contract/money.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { assertNotAuthor } from '../manuscript/manuscript-step.service.ts';
import { percentOf } from './articles.ts';
import { editsAgreement, isAuthorLine, readsAgreement } from './protocol.policy.ts';
import { protocolById, type ProtocolRow } from './protocol.queries.ts';
import { setRates, storeTerms, termRows, termsUntil } from './term.queries.ts';

const gone = () => missing('协议不存在或与您无关，请刷新后重试');

type Rates = Pick<
  ProtocolRow,
  'payMode' | 'royaltyBp' | 'digitalShareBp' | 'minCopies' | 'authorDiscountBp' | 'lumpFen' | 'prepayBp' | 'basePerThousandFen' | 'planWordCount'
>;

/** The terms of an agreement whose structured terms nobody has written: those of its columns. */
function termsOfColumns(row: Rates): TermsBody {
  const known = row.payMode === 'lump' ? row.lumpFen : row.payMode === 'base_print' ? times(row.basePerThousandFen, row.planWordCount) : 0;
  return {
    paperTiers: row.payMode === 'royalty' && row.royaltyBp > 0 ? [{ fromCopies: 1, bp: row.royaltyBp }] : [],
    ebookShareBp: row.digitalShareBp,
    audioShareBp: row.digitalShareBp,
    leastCopies: row.minCopies,
    advanceFen: timesBp(known, row.prepayBp),
    recoup: true,
    reserveBp: 0,
    period: 'month',
    authorDiscountBp: row.authorDiscountBp,
  };
}

/** The rates in the columns of the agreement win over what was saved here before: both forms write them. */
function termsOfDraft(row: Rates, saved: TermsBody | undefined): TermsBody {
  const columns = termsOfColumns(row);
  if (!saved) return columns;
  const [first] = saved.paperTiers;
  const paperTiers = first && columns.paperTiers[0] ? [{ ...first, bp: columns.paperTiers[0].bp }, ...saved.paperTiers.slice(1)] : columns.paperTiers;
  const { ebookShareBp, leastCopies, authorDiscountBp } = columns;
  return { ...saved, paperTiers, ebookShareBp, leastCopies, authorDiscountBp };
}

const read = (text: string): TermsBody => JSON.parse(text) as TermsBody;

async function versionsOf(db: Database | Tx, row: ProtocolRow): Promise<TermsVersion[]> {
  const rows = await termRows(db, row.id);
  const own = rows.find(({ amendNo }) => amendNo === 0);
  const draft = own?.validFrom ? [] : [{ ...termsOfDraft(row, own ? read(own.terms) : undefined), amendNo: 0, from: '' }];
  return [
    ...draft,
    ...rows.filter(({ validFrom }) => validFrom !== '').map((one) => ({ ...read(one.terms), amendNo: one.amendNo, from: one.validFrom })),
  ];
}

export async function termsFor({ db }: AppContext, currentUser: CurrentUser, protocolId: number) {
  const row = await protocolById(db, protocolId);
  if (!row || !readsAgreement(row, currentUser)) throw gone();
  return { versions: await versionsOf(db, row), editable: editsAgreement(row, currentUser) };
}

export async function saveTermsOf(caller: RequestCaller, protocolId: number, terms: TermsBody): Promise<void> {
  await withOperationLog(caller, { title: '出版协议', business: 'edit' }, async (tx) => {
    const row = await protocolById(tx, protocolId);
    if (!row) throw gone();
    assertNotAuthor(row, caller.currentUser);
    if (!editsAgreement(row, caller.currentUser)) throw failed('协议已送审，不能修改；请先退回，或拟补充协议');
    if (row.payMode === 'royalty' && terms.paperTiers.length === 0) throw failed('按版税付酬须填写纸书的版税率');
    await storeTerms(tx, protocolId, 0, '', JSON.stringify(terms));
    await setRates(tx, protocolId, {
      royaltyBp: terms.paperTiers[0]?.bp ?? 0,
      digitalShareBp: terms.ebookShareBp,
      minCopies: terms.leastCopies,
      authorDiscountBp: terms.authorDiscountBp,
    });
  });
}

/** The terms of an agreement hold from its first day. */
export async function beginTerms(tx: Tx, row: ProtocolRow, from: string): Promise<void> {
  const own = (await termRows(tx, row.id)).find(({ amendNo }) => amendNo === 0);
  await storeTerms(tx, row.id, 0, from, JSON.stringify(termsOfDraft(row, own ? read(own.terms) : undefined)));
}

/** A signed amendment that changes the terms holds from the day of its last signature. */
export async function amendTerms(tx: Tx, protocolId: number, amendNo: number, terms: string): Promise<void> {
  if (terms !== '') await storeTerms(tx, protocolId, amendNo, wireDate(Date.now()), terms);
}

/** The structured terms in words: what the columns of the agreement cannot say. */
export function termsWords(terms: TermsBody): string {
  const tiers = terms.paperTiers.map(({ fromCopies, bp }) => `第${fromCopies}册起${percentOf(bp)}`).join('，');
  return [
    terms.paperTiers.length > 0 && `纸书版税：${tiers}`,
    terms.ebookShareBp > 0 && `电子书分成${percentOf(terms.ebookShareBp)}`,
    terms.audioShareBp > 0 && `有声与视频分成${percentOf(terms.audioShareBp)}`,
    terms.leastCopies > 0 && `首次结算按不少于${terms.leastCopies}册计`,
    terms.advanceFen > 0 && `预付${yuan(terms.advanceFen)}元，${terms.recoup ? '从以后的收益中抵扣' : '不抵扣'}`,
    terms.reserveBp > 0 && `退货准备金${percentOf(terms.reserveBp)}，满12个月释放`,
    `${TERM_PERIODS[terms.period]}结算`,
  ]
    .filter((one) => one !== false)
    .join('；');
}

/** Structured terms of a draft that say more than its columns. */
export async function termArticle(db: Database | Tx, row: ProtocolRow): Promise<{ title: string; text: string }[]> {
  const own = (await termRows(db, row.id)).find(({ amendNo }) => amendNo === 0);
  if (!own) return [];
  return [{ title: '结算条款', text: `${termsWords(own.validFrom ? read(own.terms) : termsOfDraft(row, read(own.terms)))}。` }];
}

export interface AgreementTerms extends TermsBody {
  readonly protocolId: number;
  readonly protocolNo: string;
  readonly archiveId: number;
  readonly publicationId: number | null;
  readonly title: string;
  readonly signedOn: string;
  /** Author lines of the manuscript with their shares, basis points. */
  readonly authors: readonly { readonly name: string; readonly userId: number | null; readonly share: number }[];
}

/** The terms in force on a day, of every agreement that was signed until then; after an agreement ends, its last terms count on. */
export async function termsInForce(
  db: Database | Tx,
  day: string,
  works: { readonly publicationIds?: readonly number[] | undefined; readonly authorId?: number | undefined } = {},
): Promise<AgreementTerms[]> {
  const last = new Map((await termsUntil(db, day, works)).map((row) => [row.protocolId, row]));
  return [...last.values()].map((row) => ({
    ...read(row.terms),
    protocolId: row.protocolId,
    protocolNo: row.protocolNo,
    archiveId: row.archiveId,
    publicationId: row.publicationId,
    title: row.title,
    signedOn: row.signedByB === null ? '' : wireDate(row.signedByB),
    authors: (JSON.parse(row.authors) as { name: string; userId?: number | null; share: number }[]).map(({ name, userId, share }) => ({
      name,
      userId: userId ?? null,
      share,
    })),
  }));
}

/** The published works of an author, by the agreements in force today, with the part of the list price that the author pays for a copy. */
export async function agreementsOfAuthor(db: Database | Tx, userId: number, publicationIds?: readonly number[]) {
  if (publicationIds?.length === 0) return [];
  const terms = await termsInForce(db, wireDate(Date.now()), { publicationIds, authorId: userId });
  return terms.flatMap(({ protocolId, publicationId, authors, authorDiscountBp }) =>
    publicationId !== null && authors.some((author) => isAuthorLine(author, userId)) ? [{ protocolId, publicationId, authorDiscountBp }] : [],
  );
}
