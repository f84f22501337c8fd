import type { ServerArea } from '../area.ts';
import { compositionPersonalTables } from './personal-tables.ts';
import { compositionEffect, publishedEffect } from './composition-effects.service.ts';
import { correctionTasks, editorTasks, releaseTasks, typesetterTasks } from './composition.queries.ts';
import { cipFormRoutes } from './cip-form.routes.ts';
import { compositionRoutes } from './composition.routes.ts';
import { heldCompositions } from './held-composition.service.ts';
import { queueNextEpub } from './epub.service.ts';
import { isbnRoutes } from './isbn.routes.ts';
import { masterRoutes } from './master/master.routes.ts';
import { printPreviewRoutes } from './print-preview.routes.ts';
import { typesettingDuty } from './composition-duties.ts';

const link = '/press/composition';

export const compositionArea: ServerArea = {
  personalTables: compositionPersonalTables,
  effects: [compositionEffect, publishedEffect],
  routes: [compositionRoutes, masterRoutes, cipFormRoutes, printPreviewRoutes, isbnRoutes],
  heldWork: [heldCompositions],
  todoSources: [
    {
      key: 'composition',
      label: '等我排版',
      permission: 'press:composition:deliver',
      link,
      items: async (db, currentUser) => typesetterTasks(db, currentUser.userId),
    },
    {
      key: 'compositionEditor',
      label: '等我发排或定样',
      permission: 'press:composition:send',
      link,
      items: async (db, currentUser) => editorTasks(db, currentUser.userId),
    },
    {
      key: 'correction',
      label: '等我改入勘误',
      permission: 'press:composition:list',
      link,
      items: async (db, currentUser) => correctionTasks(db, currentUser.userId),
    },
    {
      key: 'compositionRelease',
      label: '待付印',
      permission: 'press:composition:release',
      link,
      items: async (db) => releaseTasks(db),
    },
  ],
  duties: [typesettingDuty],
  lanes: [{ name: 'epub-build', title: '生成 EPUB', workers: [queueNextEpub], everyMs: 10_000 }],
};
