import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { blindCopyMachine, type BlindEvent, type BlindState } from '../../../contract/contest/blind-copy.machine.ts';
import type { TeamMember } from '../../../contract/contest/contest-submit.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { anonymise, blindTypeOf, type Identity, type IdentityPlace } from '../../document/anonymise.ts';
import { AppError, failed, isConflict, missing } from '../../http/app-error.ts';
import { transition } from '../../state-machine/transition.ts';
import { fileById, nextBlindFile, peopleOfEntries, peopleOfEntry, type ContestFileRow } from '../contest-submit.queries.ts';
import { typeOf } from './entry-file.service.ts';
import { assertNotEntrant } from '../contest-person.service.ts';
import { contestIn } from '../contest-rows.ts';
import { entryIn } from '../contest-submit-step.ts';
import { contestFieldsOf, staffValues } from '../contest-field.service.ts';
import { blindMedia } from './media-blind.ts';
import { blindBook } from './entry-book.ts';
import { plainTextOf } from './work-text.ts';

type Waiting = NonNullable<Awaited<ReturnType<typeof nextBlindFile>>>;

interface Finding {
  readonly place: string;
  readonly text: string;
  /** Nothing could be searched there. */
  readonly unread?: true;
}

/** What would reveal the contestant. */
export function identityOf(row: Pick<Waiting, 'nickName' | 'realName' | 'team' | 'instructor' | 'collegeName' | 'email'>): Identity {
  const team = (JSON.parse(row.team) as TeamMember[]).map(({ name }) => name);
  return {
    names: [...new Set([row.realName, row.nickName, ...team, row.instructor])].filter((name) => [...name].length > 1),
    units: row.collegeName ? [row.collegeName] : [],
    emails: row.email ? [row.email] : [],
    funds: [],
  };
}

const CONTEXT = 12;

/** Normalises a text for the search of names: width, case, blanks, and dots inside names do not matter. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u00ad\u200b-\u200f\u2060\ufeff·.,，-]/g, '');

/** Names in a plain text, with what stands around them. */
function namesIn(text: string, { names, units, emails }: Identity): Finding[] {
  const plain = folded(text);
  return [...names, ...units, ...emails].flatMap((name) => {
    const wanted = folded(name);
    const at = wanted.length < 2 ? -1 : plain.indexOf(wanted);
    if (at < 0) return [];
    const exact = text.indexOf(name);
    const [source, from, length] = exact < 0 ? [plain, at, wanted.length] : [text, exact, name.length];
    return [{ place: '正文', text: source.slice(Math.max(0, from - CONTEXT), from + length + CONTEXT).replace(/\s+/g, ' ') }];
  });
}

const WITHHELD = '（内容提到作者，不显示）';

/** Identities of entries whose author a judge must not know, by entry. */
export async function identitiesOf(db: Database | Tx, submitIds: readonly number[]): Promise<ReadonlyMap<number, Identity>> {
  return new Map((await peopleOfEntries(db, submitIds)).map((row) => [row.id, identityOf(row)]));
}

/** A text of the contestant as a judge sees it; `identity` is left out where the authors are shown. */
export const judgeText = (text: string, identity: Identity | undefined): string => (identity && namesIn(text, identity).length > 0 ? WITHHELD : text);

/** The custom fields of an entry as a judge sees them. Where authors are hidden, fields that may reveal them are left out, and so are values that name them. */
export async function judgeValues(
  db: Database | Tx,
  entry: { readonly contestId: number; readonly submitId: number; readonly ext: string },
  showsAuthors: boolean,
): Promise<{ label: string; value: string }[]> {
  const values = staffValues(await contestFieldsOf(db, entry.contestId), entry.ext);
  if (showsAuthors) return values.map(({ label, value }) => ({ label, value }));
  const shown = values.filter(({ identifying }) => !identifying);
  if (shown.length === 0) return [];
  const identity = identityOf(await peopleOfEntry(db, entry.submitId));
  return shown.map(({ label, value }) => ({ label, value: namesIn(value, identity).length > 0 ? WITHHELD : value }));
}

async function anonymous(row: Waiting, bytes: Buffer): Promise<{ bytes: Buffer; findings: Finding[] }> {
  const identity = identityOf(row);
  const type = typeOf(row.fileName);
  const blind = blindTypeOf(row.fileName);
  if (blind) {
    const made = await anonymise(bytes, blind, '作者', identity);
    return { bytes: made.bytes, findings: made.places.map(findingOf) };
  }
  if (type === 'txt') {
    const text = plainTextOf(bytes);
    return { bytes: Buffer.from(text), findings: namesIn(text, identity) };
  }
  if (type === 'epub') {
    const made = await blindBook(bytes);
    return { bytes: made.bytes, findings: namesIn(made.text, identity) };
  }
  const media = blindMedia(type, bytes);
  if (!media) throw failed('这种文件不能匿名，请转换格式后再上传');
  return { bytes: media, findings: [{ place: '录音录像', text: '未能检查：声音和画面里的文字', unread: true }] };
}

const findingOf = ({ kind, place, context, found }: IdentityPlace): Finding =>
  kind === 'unread' ? { place, text: `未能检查：${found}`, unread: true } : { place, text: context || found };

type CopyRow = ContestFileRow & { readonly copy: BlindCopy | null };

const step = transition<BlindState, BlindEvent, CopyRow>(blindCopyMachine, {
  table: 'contestFile',
  column: 'blindState',
  stateOf: (row) => row.blindState,
  rejection: ({ from }) => new AppError(blindCopyMachine.illegal, from === 'failed' ? '文件没能匿名，请退回补正' : '这个文件不需要确认'),
  target: ({ row }) => row.copy?.state ?? 'failed',
  columns: ({ row }) => row.copy?.columns ?? {},
});

/** Makes the anonymous copy of one file for the judges. Its name says nothing. */
export async function blindNext(context: AppContext): Promise<boolean> {
  const row = await nextBlindFile(context.db);
  if (!row) return false;
  const copy = await made(context, row);
  const kept = await keepCopy(context, row.id, copy);
  if (!kept && copy.columns.blindKey) await context.files.remove(copy.columns.blindKey);
  return true;
}

/** False when the file was removed, or another process has made its copy, in the meantime. */
async function keepCopy(context: AppContext, id: number, copy: BlindCopy): Promise<boolean> {
  try {
    return await context.db.transaction().execute(async (tx) => {
      const file = await fileById(tx, id);
      if (file?.blindState !== 'waiting') return false;
      await step(tx, null, { ...file, copy }, 'make');
      return true;
    });
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

interface BlindCopy {
  readonly state: Extract<BlindState, 'ready' | 'found' | 'failed'>;
  readonly columns: { readonly blindKey: string; readonly blindName: string; readonly blindSize: number; readonly findings: string };
}

async function made(context: AppContext, row: Waiting): Promise<BlindCopy> {
  const type = typeOf(row.fileName);
  try {
    const bytes = await buffer(await context.files.read(row.fileKey));
    const { bytes: copy, findings } = await anonymous(row, bytes);
    const blindKey = `contests/${row.contestId}/blind/${randomBytes(12).toString('hex')}.${type}`;
    await context.files.put(blindKey, copy, row.mime);
    return {
      state: findings.some(({ unread }) => unread !== true) ? 'found' : 'ready',
      columns: { blindKey, blindName: `作品文件${row.id}.${type}`, blindSize: copy.length, findings: JSON.stringify(findings.slice(0, 50)) },
    };
  } catch (error) {
    // A broken file must not stop the others: the organisers see it and return the entry.
    const why = error instanceof AppError ? error.message : '文件打不开';
    return { state: 'failed', columns: { blindKey: '', blindName: '', blindSize: 0, findings: JSON.stringify([{ place: '文件', text: why }]) } };
  }
}

/** An organiser who did not enter the contest has looked at the names that were found: judges may open the copy. */
export async function confirmBlind(caller: RequestCaller, fileId: number): Promise<void> {
  await withOperationLog(caller, { title: '大赛匿名文件', business: 'edit' }, async (tx) => {
    const file = await fileById(tx, fileId);
    if (!file) throw missing('文件不存在或已被删除');
    const { contestId } = await entryIn(tx, file.submitId);
    await assertNotEntrant(tx, await contestIn(tx, contestId), caller.currentUser.userId);
    await step(tx, caller.currentUser, { ...file, copy: null }, 'confirm');
  });
}
