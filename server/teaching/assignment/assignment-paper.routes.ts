import { assignmentPaper } from '../../../contract/teaching/assignment-paper.ts';
import { serve, type App } from '../../http/serve.ts';
import { paperOfAssignment } from './assignment-paper.service.ts';

export const assignmentPaperRoutes = (app: App): void =>
  serve(app, assignmentPaper, ({ context, currentUser, params, query }) => paperOfAssignment(context, currentUser, params.assignmentId, query.key));
