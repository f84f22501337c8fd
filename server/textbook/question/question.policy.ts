import { hasPermission, type CurrentUser } from '../../http/current-user.ts';

export type BankAction = 'list' | 'query' | 'add' | 'edit' | 'remove' | 'import' | 'export';

interface Bank {
  readonly owner: 'publication' | 'teacher';
  readonly userId: number | null;
}

export const TEACH = 'teaching:course:teach';

/** A bank of a publication is for staff with the permission, the bank of a teacher for this teacher. */
export function mayUseBank(bank: Bank, currentUser: CurrentUser, action: BankAction): boolean {
  if (bank.owner === 'publication') return hasPermission(currentUser, `textbook:exercise:${action}`);
  return bank.userId === currentUser.userId && hasPermission(currentUser, TEACH);
}

/** A preview belongs to the user who uploaded the file. */
export const ownsImport = (run: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => run.userId === userId;

/** Which banks a user has at all, for the conditions of lists. */
export const banksOf = (currentUser: CurrentUser, action: BankAction): { readonly publications: boolean; readonly teacherId: number } => ({
  publications: hasPermission(currentUser, `textbook:exercise:${action}`),
  teacherId: hasPermission(currentUser, TEACH) ? currentUser.userId : 0,
});
