import type { ServerArea } from '../area.ts';
import { manuscriptPersonalTables } from './extensions/personal-tables.ts';
import { currentDocument, versionPreview } from './document/document.service.ts';
import { pipelineReport } from './manuscript-report.service.ts';
import { authorConfirmRoutes } from './author/author-confirm.routes.ts';
import { authorLibraryRoutes } from './author/author-library.routes.ts';
import { boardRoutes } from './board.routes.ts';
import { documentRoutes } from './document/document.routes.ts';
import { editTaskRoutes } from './edit-task.routes.ts';
import { heldManuscripts } from './held-manuscript.service.ts';
import { holdRoutes } from './hold/hold.routes.ts';
import { deliverNextLetter } from './letter/letter.service.ts';
import { manuscriptFileRoutes } from './manuscript-file.routes.ts';
import { manuscriptTodos } from './manuscript-todo.service.ts';
import { manuscriptTypeRoutes } from './manuscript-type.routes.ts';
import { manuscriptVersionRoutes } from './version/manuscript-version.routes.ts';
import { manuscriptRoutes } from './manuscript.routes.ts';
import { pressDocumentRoutes } from './document/press-document.routes.ts';
import { onlyofficeRoutes } from './document/onlyoffice.routes.ts';
import { onHoldGuard } from './hold/on-hold.service.ts';
import { openManuscripts } from './open-manuscripts.service.ts';
import { ownManuscriptRoutes } from './author/own-manuscript.routes.ts';
import { letterEffects } from './letter/pending-decision.service.ts';
import { pressUserRoutes } from './press-user.routes.ts';
import { uploadedFileRoutes } from './recording/uploaded-file.routes.ts';
import { revisionRoutes } from './version/revision.routes.ts';
import { remindNextDuty } from './duty.service.ts';
import { manuscriptDuties } from './manuscript-duties.ts';

export const manuscriptArea: ServerArea = {
  personalTables: manuscriptPersonalTables,
  recycleKinds: {
    manuscript: { bin: 'archive', purge: 'mark' },
  },
  documentSources: {
    open: currentDocument,
    audit: currentDocument,
    collab: currentDocument,
    preview: versionPreview,
  },
  reports: [pipelineReport],
  routes: [
    authorLibraryRoutes,
    authorConfirmRoutes,
    revisionRoutes,
    ownManuscriptRoutes,
    manuscriptVersionRoutes,
    manuscriptFileRoutes,
    uploadedFileRoutes,
    manuscriptTypeRoutes,
    manuscriptRoutes,
    documentRoutes,
    onlyofficeRoutes,
    pressDocumentRoutes,
    editTaskRoutes,
    holdRoutes,
    boardRoutes,
    pressUserRoutes,
  ],
  todoSources: manuscriptTodos,
  heldWork: [heldManuscripts],
  closingBlocks: [openManuscripts],
  effects: letterEffects,
  stepGuards: [onHoldGuard],
  duties: manuscriptDuties,
  lanes: [
    { name: 'letters', title: '寄出决定信', workers: [deliverNextLetter], everyMs: 15_000 },
    { name: 'editor-reminders', title: '编辑任务提醒', workers: [remindNextDuty], everyMs: 300_000 },
  ],
};
