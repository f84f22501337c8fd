import type { Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

export interface Transition {
  readonly entityType: string;
  readonly entityId: number;
  readonly event: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly note: string;
}

/** Every accepted step leaves a row: who took it, from where to where, and why. */
export async function logTransition(tx: Tx, currentUser: CurrentUser, flow: Transition): Promise<void> {
  await tx
    .insertInto('flowLog')
    .values({ ...flow, operatorId: currentUser.userId, at: Date.now() })
    .execute();
}

/** `{对象}当前状态为「{状态}」，不能{操作}`. */
export const illegalTransition = (code: number, what: string, state: string, step: string): AppError =>
  new AppError(code, `${what}当前状态为「${state}」，不能${step}`);
