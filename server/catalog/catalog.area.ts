import './comment-target.ts';
import type { ServerArea } from '../area.ts';
import { resumableUploadRoutes } from '../files/resumable-upload.ts';
import { isWanted } from './preparation.service.ts';
import { bookRoutes } from './book.routes.ts';
import { catalogSite } from './book-subject.ts';
import { categoryRoutes } from './category.routes.ts';
import { collectionRoutes } from './collection.routes.ts';
import { layoutCheckRoutes } from './layout-check.routes.ts';
import { preparationRoutes } from './preparation.routes.ts';
import { publicationTodos } from './publication-todo.service.ts';
import { programFieldRoutes } from './program-field.routes.ts';
import { publishChannelRoutes } from './publish-channel.routes.ts';
import { publicationRoutes } from './publication.routes.ts';
import { searchRoutes } from './search.routes.ts';
import { queueRebuild } from './preparation-rebuild.service.ts';
import { prepareNext, sweepUploads } from './preparation-run.service.ts';
import { rebuildNext } from './search-rebuild.service.ts';

export const catalogArea: ServerArea = {
  todoSources: publicationTodos,
  routes: [
    bookRoutes,
    categoryRoutes,
    collectionRoutes,
    publishChannelRoutes,
    publicationRoutes,
    programFieldRoutes,
    searchRoutes,
    preparationRoutes,
    layoutCheckRoutes,
    (app) => resumableUploadRoutes(app, isWanted),
  ],
  lanes: [
    { workers: [prepareNext, sweepUploads, queueRebuild], everyMs: 5_000 },
    { workers: [rebuildNext], everyMs: 5_000 },
  ],
  site: catalogSite,
};
