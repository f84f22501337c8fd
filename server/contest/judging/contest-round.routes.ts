import {
  addConflict,
  allocationPreview,
  checkConflicts,
  conflictList,
  contestRound,
  entryTasks,
  reassignTask,
  remindJudges,
  removeConflict,
  reopenTask,
  roundEvent,
  roundProgress,
  roundRanking,
  roundReport,
} from '../../../contract/contest/contest-round.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { serve, type App } from '../../http/serve.ts';
import { addFor, checkFor, conflictsFor, removeFor } from '../conflict.service.ts';
import { rounds } from '../contest-crud.service.ts';
import { handleRoundEvent } from './contest-round.service.ts';
import { entryTasksFor, progressFor, rankingFor, reassignFor, remindFor, reopenFor, reportFor } from './round-board.service.ts';
import { previewFor } from './round-allocation.service.ts';

export function contestRoundRoutes(app: App): void {
  serve(app, roundEvent, (call) => handleRoundEvent(call, call.params.roundId, call.params.event, call.body ?? {}));
  serve(app, allocationPreview, ({ context, currentUser, params, query }) => previewFor(context, currentUser, params.roundId, query.seed));
  serve(app, roundProgress, ({ context, currentUser, params }) => progressFor(context, currentUser, params.roundId));
  serve(app, remindJudges, (call) => remindFor(call, call.params.roundId, call.body.userIds));
  serve(app, reassignTask, (call) => reassignFor(call, call.params.taskId, call.body.userId));
  serve(app, reopenTask, (call) => reopenFor(call, call.params.taskId, call.body.reason));
  serve(app, roundReport, ({ context, currentUser, params }) => reportFor(context, currentUser, params.roundId));
  serve(app, roundRanking, ({ context, currentUser, params, query }) => rankingFor(context, currentUser, params.roundId, query));
  serve(app, entryTasks, ({ context, currentUser, params, query }) => entryTasksFor(context, currentUser, params.roundId, query.submitId));
  serve(app, checkConflicts, (call) => checkFor(call, call.params.contestId));
  serve(app, conflictList, ({ context, currentUser, query }) => conflictsFor(context, currentUser, query));
  serve(app, addConflict, (call) => addFor(call, call.body));
  serve(app, removeConflict, (call) => removeFor(call, call.params.conflictId));
  serveCrud(app, contestRound, rounds);
}
