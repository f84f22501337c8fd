import {
  awardPlanned,
  contest,
  contestBoard,
  contestEvent,
  exportScores,
  exportWorks,
  getContest,
  getWork,
  workFile,
  queryContests,
  queryPlaces,
} from '../../contract/contest/contest.ts';
import { sendFile } from '../files/send-file.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { contests, boardFor, planAwards, publicContest, publicContests } from './contest.service.ts';
import { sendScores, sendWorks } from './contest-export.service.ts';
import { handleContestEvent } from './contest-step.service.ts';
import { shownFile, shownWork } from './entry/shown-work.service.ts';
import { placesFor } from './places.service.ts';

export function contestRoutes(app: App): void {
  serve(app, queryContests, ({ context, query }) => publicContests(context, query));
  serve(app, getContest, ({ context, params }) => publicContest(context, params.contestId));
  serve(app, queryPlaces, ({ context, params, query }) => placesFor(context, params.contestId, query));
  serve(app, getWork, ({ context, params }) => shownWork(context, params.submitId));
  serve(app, workFile, async ({ context, params, reply }) => sendFile(context, reply, await shownFile(context, params.fileId), 'inline'));
  serve(app, contestBoard, ({ context, currentUser, params }) => boardFor(context, currentUser, params.contestId));
  serve(app, contestEvent, (call) => handleContestEvent(call, call.params.contestId, call.params.event, call.body?.reason ?? ''));
  serve(app, awardPlanned, (call) => planAwards(call, call.params.contestId, call.body.awards));
  serve(app, exportWorks, (call) => sendWorks(call, call.reply, call.params.contestId));
  serve(app, exportScores, (call) => sendScores(call, call.reply, call.params.contestId));
  serveCrud(app, contest, contests);
}
