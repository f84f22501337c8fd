import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { TaskCaller } from './flow-task.service.ts';

/** A call of a signed-in user that takes a step. */
export interface StepRequest {
  readonly context: AppContext;
  readonly currentUser: CurrentUser;
  readonly request: FastifyRequest;
}

export const stepOf = ({ context, currentUser }: StepRequest, tx: Tx): TaskCaller => ({ tx, database: context.db, actor: currentUser });
