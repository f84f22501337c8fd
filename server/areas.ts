import type { ServerArea } from './area.ts';
import { annotationArea } from './annotation/annotation.area.ts';
import { catalogArea } from './catalog/catalog.area.ts';
import { commentArea } from './comment/comment.area.ts';
import { compositionArea } from './composition/composition.area.ts';
import { commerceArea } from './commerce/commerce.area.ts';
import { contestArea } from './contest/contest.area.ts';
import { contentArea } from './content/content.area.ts';
import { discoveryArea } from './discovery/discovery.area.ts';
import { identityArea } from './identity/identity.area.ts';
import { inboxArea } from './inbox/inbox.area.ts';
import { libraryArea } from './library/library.area.ts';
import { manuscriptArea } from './manuscript/manuscript.area.ts';
import { mediaArea } from './media/media.area.ts';
import { monitorArea } from './monitor/monitor.area.ts';
import { readingArea } from './reading/reading.area.ts';
import { periodicalArea } from './periodical/periodical.area.ts';
import { proofArea } from './proof/proof.area.ts';
import { protocolArea } from './protocol/protocol.area.ts';
import { reportArea } from './report/report.area.ts';
import { reviewArea } from './review/review.area.ts';
import { scholarArea } from './scholar/scholar.area.ts';
import { structureArea } from './structure/structure.area.ts';
import { systemArea } from './system/system.area.ts';
import { templateArea } from './template/template.area.ts';
import { toolArea } from './tool/tool.area.ts';
import { topicArea } from './topic/topic.area.ts';
import { tutorArea } from './tutor/tutor.area.ts';
import { registerFlowSubject } from './workflow/flow-subject.service.ts';
import { wechatArea } from './wechat/wechat.area.ts';
import { workflowArea } from './workflow/workflow.area.ts';
import type { AppContext } from './context.ts';
import { registerFileReaders } from './files/file-reader.ts';
import { registerHeldWork } from './identity/held-work.service.ts';
import { registerOpenBusiness } from './identity/open-business.service.ts';
import { registerTodoSources } from './inbox/todo-source.service.ts';
import type { App } from './http/serve.ts';
import type { SitePart } from './http/site-part.ts';
import type { Lane } from './jobs/jobs.ts';

/** All areas; the order does not matter. */
const AREAS: readonly ServerArea[] = [
  identityArea,
  catalogArea,
  discoveryArea,
  readingArea,
  commerceArea,
  libraryArea,
  annotationArea,
  mediaArea,
  contentArea,
  contestArea,
  commentArea,
  inboxArea,
  structureArea,
  scholarArea,
  systemArea,
  monitorArea,
  toolArea,
  workflowArea,
  wechatArea,
  tutorArea,
  manuscriptArea,
  reviewArea,
  protocolArea,
  compositionArea,
  proofArea,
  reportArea,
  topicArea,
  periodicalArea,
  templateArea,
];

registerFileReaders(AREAS.flatMap((area) => area.fileReaders ?? []));
registerHeldWork(AREAS.flatMap((area) => area.heldWork ?? []));
registerOpenBusiness(AREAS.flatMap((area) => area.openBusiness ?? []));
registerTodoSources(AREAS.flatMap((area) => area.todoSources ?? []));
for (const subject of AREAS.flatMap((area) => area.flowSubjects ?? [])) registerFlowSubject(subject);

export const ROUTES: readonly ((app: App) => void)[] = AREAS.flatMap((area) => area.routes);

/** The background work of all areas. */
export const LANES: readonly Lane<AppContext>[] = AREAS.flatMap((area) => area.lanes ?? []);

export const SITE_PARTS: readonly SitePart[] = AREAS.flatMap((area) => area.site ?? []);
