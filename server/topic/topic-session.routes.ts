import { castVote, sessionDetail, sessionEvent, sessionPeople, setAgenda, topicSession, waitingTopics } from '../../contract/topic/topic-session.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { castVoteFor, handleSessionEvent, sessionFor } from './session-work.service.ts';
import { arrangeAgenda, peopleFor, sessions, waitingFor } from './topic-session.service.ts';

export function topicSessionRoutes(app: App): void {
  serve(app, sessionPeople, ({ context }) => peopleFor(context));
  serve(app, waitingTopics, ({ context }) => waitingFor(context));
  serve(app, sessionDetail, ({ context, currentUser, params }) => sessionFor(context, currentUser, params.sessionId));
  serve(app, setAgenda, (call) => arrangeAgenda(call, call.params.sessionId, call.body.topicIds));
  serve(app, sessionEvent, (call) => handleSessionEvent(call, call.params.sessionId, call.params.event, call.body));
  serve(app, castVote, (call) => castVoteFor(call, call.body));
  serveCrud(app, topicSession, sessions);
}
