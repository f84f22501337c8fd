import { declarableManuscripts, topic, topicCounts, topicDetail, topicDocument, topicEvent } from '../../contract/topic/topic.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { declarationDocument } from './topic-document.service.ts';
import { countsFor, declarableFor, handleTopicEvent, topicFor, topics } from './topic.service.ts';

export function topicRoutes(app: App): void {
  serve(app, topicCounts, ({ context, currentUser }) => countsFor(context, currentUser));
  serve(app, declarableManuscripts, ({ context, query }) => declarableFor(context, query.keyword ?? '', query.archiveId ?? null));
  serve(app, topicDetail, ({ context, currentUser, params }) => topicFor(context, currentUser, params.topicId));
  serve(app, topicDocument, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await declarationDocument(context, currentUser, params.topicId)),
  );
  serve(app, topicEvent, (call) => handleTopicEvent(call, call.params.topicId, call.params.event, call.body));
  serveCrud(app, topic, topics);
}
