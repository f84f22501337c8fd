import type { Tx } from '../db/database.ts';
import { Refusal } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';

export interface Flow {
  readonly entityType: string;
  readonly entityId: number;
  readonly event: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly note: string;
}

/** Every accepted step leaves a row: who took it, from where to where, and why. */
export async function noteFlow(tx: Tx, visitor: Visitor, flow: Flow): Promise<void> {
  await tx
    .insertInto('flowLog')
    .values({ ...flow, operatorId: visitor.userId, at: Date.now() })
    .execute();
}

/** `{对象}当前状态为「{状态}」，不能{操作}`. */
export const illegalStep = (code: number, what: string, state: string, step: string): Refusal =>
  new Refusal(code, `${what}当前状态为「${state}」，不能${step}`);
