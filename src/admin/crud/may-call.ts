import type { AnyCrud, CallName } from '../../../contract/crud.ts';
import type { Access } from '../../../contract/endpoint.ts';

type May = (permission: string) => boolean;

const accessOf = (crud: AnyCrud, call: CallName): Access => (call === 'import' ? crud.importData.access : crud[call].access);

/** Returns whether a resource has an endpoint and this user may call it, according to the contract. */
export function canCall(may: May, crud: AnyCrud, call: CallName): boolean {
  if (!crud.calls.includes(call)) return false;
  const access = accessOf(crud, call);
  if (access === 'public' || access === 'signed-in') return true;
  return typeof access === 'string' ? may(access) : access.some(may);
}
