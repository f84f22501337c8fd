import { hasPermission, type CurrentUser } from '../../http/current-user.ts';

/** Who owns an entry, its files and its certificate, and who decides about them. */
type Viewer = Pick<CurrentUser, 'userId' | 'accounts' | 'permissions'>;
type Account = Pick<Viewer, 'userId'>;

export const isEntrant = (row: { readonly userId: number }, { userId }: Account): boolean => row.userId === userId;
export const opensCertificate = (row: { readonly userId: number }, viewer: Viewer): boolean =>
  isEntrant(row, viewer) || hasPermission(viewer, 'contest:contest:query');

interface EntryFile {
  readonly ownerId: number;
}
export const ownsEntryFile = (file: EntryFile, { userId }: Account): boolean => file.ownerId === userId;
export const opensOriginal = (file: EntryFile, viewer: Viewer): boolean =>
  ownsEntryFile(file, viewer) || hasPermission(viewer, 'contest:submit:query');

/** Nobody answers the own objection, also not with a second account. */
export const answersObjection = (row: { readonly userId: number }, { accounts }: Viewer): boolean => !accounts.has(row.userId);
/** An exception is confirmed by another person than the one who proposed it. */
export const confirmsException = (row: { readonly status: string; readonly proposedBy: number }, viewer: Viewer): boolean =>
  row.status === 'waiting' && !viewer.accounts.has(row.proposedBy) && hasPermission(viewer, 'contest:contest:announce');
