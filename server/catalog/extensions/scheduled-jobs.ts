import { jobTarget, type JobDefinition } from '../../jobs/job-target.ts';
import { rebuildSearch } from '../search/search-rebuild.service.ts';

/** What a scheduled job may call in this area. */
export const catalogJobs: readonly JobDefinition[] = [
  jobTarget('search.rebuild', '重建检索', '按现在的书目和正文重建全文检索，期间检索照常可用', [], [], async (context) => {
    const { works, texts } = await rebuildSearch(context);
    return `重建了${works}种出版物、${texts}段正文的检索`;
  }),
];
