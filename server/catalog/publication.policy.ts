import type { CurrentUser } from '../http/current-user.ts';

/** A publication and its price are put on sale by two people: accounts of one person are one person. */
type Person = Pick<CurrentUser, 'accounts'>;
const isPerson = (userId: number | null, { accounts }: Person): boolean => userId !== null && accounts.has(userId);

export const approvesPublication = (row: { readonly submitBy: number | null }, viewer: Person | null): boolean =>
  viewer === null || !isPerson(row.submitBy, viewer);
export const relistsPrice = (row: { readonly proposedBy: number | null }, viewer: Person): boolean => !isPerson(row.proposedBy, viewer);
/** Whether the person uploaded the waiting file: the person withdraws it, and another one confirms it. */
export const proposedEdition = (row: { readonly proposedBy: number | null }, viewer: Person): boolean => isPerson(row.proposedBy, viewer);
/** Whether the person proposed the waiting price: the person withdraws it, and another one confirms it. */
export const proposedPrice = (row: { readonly proposedBy: number | null }, viewer: Person): boolean => isPerson(row.proposedBy, viewer);
