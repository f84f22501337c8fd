import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import type { Database } from '../db/database.ts';

const HIDDEN = contestSubmitMachine.groups.neverEntered;

export const submittedEntries = (db: Database, contestId: number) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .selectAll('contestSubmit')
    .select('user.nickName')
    .where('contestSubmit.contestId', '=', contestId)
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.status', 'not in', [...HIDDEN])
    .orderBy('contestSubmit.groupName')
    .orderBy('contestSubmit.submitNo')
    .execute();

export const exportedFiles = (db: Database, contestId: number) =>
  db
    .selectFrom('contestFile')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'contestFile.submitId')
    .select(['contestFile.fileKey', 'contestFile.fileName', 'contestSubmit.submitNo', 'contestSubmit.title', 'contestSubmit.groupName'])
    .where('contestFile.contestId', '=', contestId)
    .where('contestFile.delFlag', '=', '0')
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.status', 'not in', [...HIDDEN])
    .orderBy('contestSubmit.groupName')
    .orderBy('contestSubmit.submitNo')
    .orderBy('contestFile.id')
    .execute();

export const exportedTasks = (db: Database, roundId: number) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
    .innerJoin('user', 'user.id', 'judgeTask.judgeId')
    .select([
      'judgeTask.items',
      'judgeTask.total',
      'judgeTask.result',
      'judgeTask.comment',
      'judgeTask.submittedAt',
      'contestSubmit.submitNo',
      'contestSubmit.title',
      'contestSubmit.groupName',
      'user.nickName',
    ])
    .where('judgeTask.roundId', '=', roundId)
    .where('judgeTask.calibration', '=', '0')
    .where('judgeTask.status', '=', 'submitted')
    .orderBy('contestSubmit.submitNo')
    .orderBy('judgeTask.id')
    .execute();
