import type { ServerArea } from '../area.ts';
import { publicationReport } from './figures/publication-report.service.ts';
import { workSearch } from './extensions/search-source.ts';
import { catalogJobs } from './extensions/scheduled-jobs.ts';
import { catalogPersonalTables } from './extensions/personal-tables.ts';
import { publicationComments } from './extensions/comment-target.ts';
import { publicationBin } from './publication.service.ts';
import { resumableUploadRoutes } from '../files/resumable-upload.ts';
import { isWanted } from './preparation/preparation.service.ts';
import { bookRoutes } from './book.routes.ts';
import { catalogSite } from './book-subject.ts';
import { categoryRoutes } from './category.routes.ts';
import { collectionRoutes } from './collection.routes.ts';
import { editionChangeRoutes } from './edition-change.routes.ts';
import { layoutCheckRoutes } from './layout-check.routes.ts';
import { preparationRoutes } from './preparation/preparation.routes.ts';
import { publicationTodos } from './publication-todo.service.ts';
import { programFieldRoutes } from './program-field.routes.ts';
import { publishChannelRoutes } from './publish-channel.routes.ts';
import { publicationRoutes } from './publication.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { queueRebuild } from './preparation/preparation-rebuild.service.ts';
import { prepareNext, sweepUploads } from './preparation/preparation-run.service.ts';
import { rebuildNext } from './search/search-rebuild.service.ts';

export const catalogArea: ServerArea = {
  reports: [publicationReport],
  searchSources: [workSearch],
  jobs: catalogJobs,
  personalTables: catalogPersonalTables,
  commentTargets: {
    publication: publicationComments,
  },
  recycleKinds: {
    collection: { bin: 'content', purge: 'delete' },
    publication: publicationBin,
  },
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
    editionChangeRoutes,
    layoutCheckRoutes,
    (app) => resumableUploadRoutes(app, isWanted),
  ],
  lanes: [
    { name: 'book-preparation', title: '图书制作与清理上传', workers: [prepareNext, sweepUploads, queueRebuild], everyMs: 5_000 },
    { name: 'search-index', title: '更新检索索引', workers: [rebuildNext], everyMs: 5_000 },
  ],
  site: catalogSite,
};
