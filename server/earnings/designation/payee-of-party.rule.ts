/** Who is paid instead of the parties of agreements: now, and by designations that have ended. */
export interface Designation {
  readonly protocolId: number;
  /** Null for a party known by name only. */
  readonly partyUserId: number | null;
  readonly party: string;
  readonly payeeUserId: number;
  readonly status: string;
}
/** By agreement, newest first. */
export type PayeesOfParties = ReadonlyMap<number, readonly Designation[]>;

export const payeesOfParties = (all: readonly Designation[]): PayeesOfParties => Map.groupBy(all, ({ protocolId }) => protocolId);

/**
 * The user who is paid for an author: the payee who was paid for the same event already, else the designated payee, else the author; null when the
 * author has no account and no payee is designated.
 */
export function payeeFor(
  payees: PayeesOfParties,
  protocolId: number,
  author: { readonly name: string; readonly userId: number | null },
  isPaid: (userId: number) => boolean,
): number | null {
  const isParty = ({ party, partyUserId }: Designation): boolean => party === author.name || (partyUserId !== null && partyUserId === author.userId);
  const found = (payees.get(protocolId) ?? []).filter(isParty);
  const now = found.find(({ status }) => status === 'active')?.payeeUserId ?? author.userId;
  const candidates = [author.userId, ...found.map(({ payeeUserId }) => payeeUserId)];
  return candidates.find((one): one is number => one !== null && isPaid(one)) ?? now;
}
