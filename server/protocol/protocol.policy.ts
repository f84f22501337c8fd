import { inGroup } from '../../contract/state-machine.ts';
import { sql, type SqlBool } from 'kysely';
import { protocolMachine, PROTOCOL_STATES, type ProtocolState } from '../../contract/protocol/protocol.machine.ts';
import { hasPermission } from '../http/current-user.ts';
import { isAuthor, type ManuscriptPeople, type Viewer } from '../manuscript/manuscript.policy.ts';

/** Who reads and signs an agreement and its amendments. Each author of party A signs with the account that is named in it. */
interface Signed {
  /** JSON list of the accounts of party A. */
  readonly signers: string;
}
type Authored = Pick<ManuscriptPeople, 'ownerId' | 'authors'>;
type Account = Pick<Viewer, 'userId'>;

/** Whether a line of a manuscript's authors is an account. */
export const isAuthorLine = (line: { readonly userId: number | null }, userId: number): boolean => line.userId === userId;

export const signersOf = (row: Signed): number[] => JSON.parse(row.signers) as number[];
export const isParty = (row: Signed, { userId }: Account): boolean => signersOf(row).includes(userId);
export const readsAgreement = (row: Signed, viewer: Viewer): boolean => isParty(row, viewer) || hasPermission(viewer, 'press:protocol:query');
export const hasSigned = (signatures: readonly { readonly userId: number }[], { userId }: Account): boolean =>
  signatures.some((one) => one.userId === userId);
export const signsAmendment = (row: Signed, signed: ReadonlySet<number>, viewer: Account): boolean =>
  isParty(row, viewer) && !signed.has(viewer.userId);

export const SHOWN_TO_AUTHORS: readonly ProtocolState[] = PROTOCOL_STATES.filter((state) => !inGroup(protocolMachine, 'internal', state));
export const isOwnAgreement = (row: Signed & { readonly status: ProtocolState }, viewer: Account): boolean =>
  isParty(row, viewer) && !inGroup(protocolMachine, 'internal', row.status);
/** The SQL form of `isOwnAgreement`. */
export const ownAgreement = (userId: number) =>
  sql<SqlBool>`(',' || replace(replace(replace(${sql.ref('protocol.signers')}, '[', ''), ']', ''), ' ', '') || ',' like ${`%,${userId},%`}
    and ${sql.ref('protocol.status')} in (${sql.join(SHOWN_TO_AUTHORS)}))`;
export const signsAgreement = (
  row: Signed & { readonly status: ProtocolState },
  signatures: readonly { readonly userId: number }[],
  viewer: Account,
): boolean => row.status === 'wait_author' && isParty(row, viewer) && !hasSigned(signatures, viewer);

/** Its terms may change before it is sent for the check, and after it was returned. */
export const isDraft = ({ status }: { readonly status: ProtocolState }): boolean => status === 'draft' || status === 'returned';
export const editsAgreement = (row: Authored & { readonly status: ProtocolState }, viewer: Viewer): boolean =>
  isDraft(row) && hasPermission(viewer, 'press:protocol:edit') && !isAuthor(row, viewer);
/** Whether the person who drafted and sent an agreement would approve it alone; `names` are the user names of all accounts of the person. */
export const approvesOwnDraft = (row: { readonly createBy: string; readonly updateBy: string }, names: ReadonlySet<string>): boolean =>
  names.has(row.updateBy) && names.has(row.createBy);
