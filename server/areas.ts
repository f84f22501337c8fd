import type { ServerArea } from './area.ts';
import { annotationArea } from './annotation/annotation.area.ts';
import { catalogArea } from './catalog/catalog.area.ts';
import { commentArea } from './comment/comment.area.ts';
import { compositionArea } from './composition/composition.area.ts';
import { commerceArea } from './commerce/commerce.area.ts';
import { earningsArea } from './earnings/earnings.area.ts';
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
import { teachingArea } from './teaching/teaching.area.ts';
import { textbookArea } from './textbook/textbook.area.ts';
import { templateArea } from './template/template.area.ts';
import { toolArea } from './tool/tool.area.ts';
import { topicArea } from './topic/topic.area.ts';
import { tutorArea } from './tutor/tutor.area.ts';
import { registerFlowSubject } from './workflow/flow-subject.service.ts';
import { wechatArea } from './wechat/wechat.area.ts';
import { workflowArea } from './workflow/workflow.area.ts';
import { registerErratumEffects } from './annotation/erratum.service.ts';
import { registerCommentTargets } from './comment/comment-target.service.ts';
import { registerAuthorAgreements } from './commerce/author-price.service.ts';
import { registerOrderKinds } from './commerce/order-kind/order-kind.service.ts';
import { registerEarningSources } from './ledger/earning-source.ts';
import { registerRecycleKinds } from './crud/recycle-bin.ts';
import { registerPersonalTables } from './db/records/personal-table.ts';
import { registerJobTargets } from './jobs/job-target.ts';
import { registerDuties } from './manuscript/duty.service.ts';
import { registerAuthorTodos } from './manuscript/author/author-todo.service.ts';
import { registerDocumentSources } from './manuscript/document/document-source.service.ts';
import { registerReports } from './report/report-source.service.ts';
import { registerTodayFigures } from './report/today-figure.service.ts';
import { registerSearchSources } from './search/search-source.ts';
import { registerEffects } from './state-machine/effects.ts';
import { registerStepGuards } from './state-machine/step-guards.ts';
import { registerFlowListener } from './workflow/flow-hook.service.ts';
import type { AppContext } from './context.ts';
import { registerFileReaders } from './files/file-reader.ts';
import { registerHeldWork } from './identity/held-work.service.ts';
import { registerClosingBlocks } from './identity/closing/closing-block.service.ts';
import { registerTodoSources } from './inbox/todo-source.service.ts';
import type { App } from './http/serve.ts';
import type { SitePart } from './http/site-part.ts';
import type { Lane } from './jobs/jobs.ts';

type ItemOf<Field extends keyof ServerArea> = NonNullable<ServerArea[Field]> extends readonly (infer Item)[] ? Item : never;

/**
 * All areas. Effects of one event, search results of equal score, job targets and to-do sources are in this order: the stages of a
 * manuscript follow each other, and the areas of the search come as its results do.
 */
export const AREAS: readonly ServerArea[] = [
  identityArea,
  catalogArea,
  discoveryArea,
  readingArea,
  commerceArea,
  earningsArea,
  libraryArea,
  annotationArea,
  mediaArea,
  scholarArea,
  periodicalArea,
  wechatArea,
  contestArea,
  contentArea,
  commentArea,
  inboxArea,
  structureArea,
  systemArea,
  monitorArea,
  toolArea,
  workflowArea,
  tutorArea,
  manuscriptArea,
  topicArea,
  reviewArea,
  protocolArea,
  compositionArea,
  proofArea,
  reportArea,
  templateArea,
  textbookArea,
  teachingArea,
];

const all = <Field extends keyof ServerArea>(field: Field): ItemOf<Field>[] =>
  AREAS.flatMap((area) => (area[field] ?? []) as readonly ItemOf<Field>[]);
const entries = <Key extends string, Value>(of: (area: ServerArea) => Readonly<Partial<Record<Key, Value>>> | undefined): [Key, Value][] =>
  AREAS.flatMap((area) => Object.entries(of(area) ?? {}) as [Key, Value][]);

registerEffects(all('effects'));
registerStepGuards(all('stepGuards'));
registerDuties(all('duties'));
registerErratumEffects(all('erratumEffects'));
registerCommentTargets(entries((area) => area.commentTargets));
registerRecycleKinds(entries((area) => area.recycleKinds));
registerOrderKinds(entries((area) => area.orderKinds));
for (const { authorAgreements } of AREAS) if (authorAgreements) registerAuthorAgreements(authorAgreements);
registerEarningSources(all('earningSources'));
registerReports(all('reports'));
registerTodayFigures(all('todayFigures'));
registerDocumentSources(entries((area) => area.documentSources));
registerAuthorTodos(all('authorTodos'));
registerJobTargets(all('jobs'));
registerSearchSources(all('searchSources'));
registerPersonalTables(all('personalTables'));
registerFileReaders(all('fileReaders'));
registerHeldWork(all('heldWork'));
registerClosingBlocks(all('closingBlocks'));
registerTodoSources(all('todoSources'));
for (const [key, listener] of entries((area) => area.flowListeners)) registerFlowListener(key, listener);
for (const subject of all('flowSubjects')) registerFlowSubject(subject);

export const ROUTES: readonly ((app: App) => void)[] = AREAS.flatMap((area) => area.routes);

/** The background work of all areas. */
export const LANES: readonly Lane<AppContext>[] = AREAS.flatMap((area) => area.lanes ?? []);

export const SITE_PARTS: readonly SitePart[] = AREAS.flatMap((area) => area.site ?? []);
