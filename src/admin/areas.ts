import { MENU_PLACES } from '../../contract/menus.ts';
import { annotationArea } from './annotation/annotation.area.ts';
import { catalogArea } from './catalog/catalog.area.ts';
import { commentArea } from './comment/comment.area.ts';
import { commerceArea } from './commerce/commerce.area.ts';
import { earningsArea } from './earnings/earnings.area.ts';
import { compositionArea } from './composition/composition.area.ts';
import { contestArea } from './contest/contest.area.ts';
import { contentArea } from './content/content.area.ts';
import { libraryArea } from './library/library.area.ts';
import { manuscriptArea } from './manuscript/manuscript.area.ts';
import { mediaArea } from './media/media.area.ts';
import { monitorArea } from './monitor/monitor.area.ts';
import { periodicalArea } from './periodical/periodical.area.ts';
import { proofArea } from './proof/proof.area.ts';
import { protocolArea } from './protocol/protocol.area.ts';
import { reportArea } from './report/report.area.ts';
import { reviewArea } from './review/review.area.ts';
import { scholarArea } from './scholar/scholar.area.ts';
import { structureArea } from './structure/structure.area.ts';
import { systemArea } from './system/system.area.ts';
import { templateArea } from './template/template.area.ts';
import { textbookArea } from './textbook/textbook.area.ts';
import { teachingArea } from './teaching/teaching.area.ts';
import { toolArea } from './tool/tool.area.ts';
import { topicArea } from './topic/topic.area.ts';
import { tutorArea } from './tutor/tutor.area.ts';
import { wechatArea } from './wechat/wechat.area.ts';
import { workflowArea } from './workflow/workflow.area.ts';
import { layoutArea } from './layout/layout.area.ts';
import type { AdminArea, PageEntry, SubPage } from './ui/page-entry.ts';

const AREAS: readonly AdminArea[] = [
  layoutArea,
  annotationArea,
  catalogArea,
  commentArea,
  commerceArea,
  earningsArea,
  compositionArea,
  contentArea,
  contestArea,
  libraryArea,
  manuscriptArea,
  mediaArea,
  monitorArea,
  periodicalArea,
  proofArea,
  protocolArea,
  reportArea,
  reviewArea,
  scholarArea,
  structureArea,
  systemArea,
  templateArea,
  textbookArea,
  teachingArea,
  toolArea,
  topicArea,
  tutorArea,
  wechatArea,
  workflowArea,
];

const PAGES_BY_COMPONENT = new Map(AREAS.flatMap((area) => Object.entries(area.pages)));

/** Every page that a menu row opens, with its place in the default menu. */
export const PAGES: readonly PageEntry[] = MENU_PLACES.flatMap((place) => {
  const Page = PAGES_BY_COMPONENT.get(place.component);
  return Page ? [{ ...place, Page }] : [];
});

/** Every page without a menu row. */
export const SUB_PAGES: readonly SubPage[] = AREAS.flatMap((area) => area.subPages ?? []);
