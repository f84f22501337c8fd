import { erratumRoutes } from './annotation/erratum.routes.ts';
import { syncRoutes } from './annotation/sync.routes.ts';
import { bookRoutes } from './catalog/book.routes.ts';
import { categoryRoutes } from './catalog/category.routes.ts';
import { programFieldRoutes } from './catalog/program-field.routes.ts';
import { publicationRoutes } from './catalog/publication.routes.ts';
import { entitlementRoutes } from './commerce/entitlement.routes.ts';
import { preparationRoutes } from './catalog/preparation.routes.ts';
import { isWanted } from './catalog/preparation.service.ts';
import { resumableUploadRoutes } from './files/resumable-upload.ts';
import { grantRoutes } from './reading/grant.routes.ts';
import type { App } from './http/serve.ts';
import { searchRoutes } from './catalog/search.routes.ts';
import { externalLoginRoutes } from './identity/external-login.routes.ts';
import { loginRoutes } from './identity/login.routes.ts';
import { profileRoutes } from './identity/profile.routes.ts';
import { registerRoutes } from './identity/register.routes.ts';
import { secondFactorRoutes } from './identity/second-factor.routes.ts';
import { sessionRoutes } from './identity/session.routes.ts';
import { collectRoutes } from './library/favorite.routes.ts';
import { downloadRoutes } from './library/download.routes.ts';
import { linkRoutes } from './media/link.routes.ts';
import { placeRoutes } from './media/position.routes.ts';
import { trackRoutes } from './media/track.routes.ts';
import { workRoutes } from './media/work.routes.ts';
import { scoreRoutes } from './library/score.routes.ts';
import { shelfRoutes } from './library/shelf.routes.ts';
import { MONITOR_ROUTES } from './monitor/monitor.routes.ts';
import { progressRoutes } from './reading/progress.routes.ts';
import { bannerRoutes } from './content/banner.routes.ts';
import { noticeRoutes } from './content/notice.routes.ts';
import { messageRoutes } from './inbox/message.routes.ts';
import { programBlockRoutes } from './content/program-block.routes.ts';
import { sloganRoutes } from './content/slogan.routes.ts';
import { applyForLogRoutes } from './structure/apply-for-log.routes.ts';
import { collegeRoutes } from './structure/college.routes.ts';
import { pressRoutes } from './structure/press.routes.ts';
import { professorRoutes } from './structure/professor.routes.ts';
import { scholarRoutes } from './structure/scholar.routes.ts';
import { userGroupRoutes } from './structure/user-group.routes.ts';
import { personRoutes } from './structure/person.routes.ts';
import { SYSTEM_ROUTES } from './system/system.routes.ts';
import { TOOL_ROUTES } from './tool/tool.routes.ts';
import { flowDeploymentRoutes } from './workflow/flow-deployment.routes.ts';
import { flowExpressionRoutes } from './workflow/flow-expression.routes.ts';
import { flowListenerRoutes } from './workflow/flow-listener.routes.ts';

/** The routes of all areas; the order does not matter. */
export const ROUTES: readonly ((app: App) => void)[] = [
  secondFactorRoutes,
  sessionRoutes,
  loginRoutes,
  externalLoginRoutes,
  registerRoutes,
  profileRoutes,
  bookRoutes,
  categoryRoutes,
  publicationRoutes,
  programFieldRoutes,
  searchRoutes,
  preparationRoutes,
  (app) => resumableUploadRoutes(app, isWanted),
  grantRoutes,
  entitlementRoutes,
  progressRoutes,
  collectRoutes,
  scoreRoutes,
  downloadRoutes,
  shelfRoutes,
  syncRoutes,
  erratumRoutes,
  workRoutes,
  trackRoutes,
  linkRoutes,
  placeRoutes,
  bannerRoutes,
  sloganRoutes,
  programBlockRoutes,
  messageRoutes,
  noticeRoutes,
  personRoutes,
  applyForLogRoutes,
  collegeRoutes,
  pressRoutes,
  professorRoutes,
  scholarRoutes,
  userGroupRoutes,
  ...SYSTEM_ROUTES,
  ...MONITOR_ROUTES,
  ...TOOL_ROUTES,
  flowDeploymentRoutes,
  flowExpressionRoutes,
  flowListenerRoutes,
];
