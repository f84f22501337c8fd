import { getScholar, queryScholarFilters, queryScholars } from '../../contract/scholar/public-scholar.ts';
import { queryWorks } from '../../contract/scholar/works.ts';
import { serve, type App } from '../http/serve.ts';
import { isFirstView } from '../http/view-deduplication.ts';
import { scholarDetail, scholarFilters, scholarsFor, worksFor } from './public-scholar.service.ts';

export function publicScholarRoutes(app: App): void {
  serve(app, queryScholars, ({ context, currentUser, query }) => scholarsFor(context, currentUser, query));
  serve(app, queryScholarFilters, ({ context }) => scholarFilters(context));
  serve(app, getScholar, ({ context, params, currentUser, request }) =>
    scholarDetail(context, params.xz, () => isFirstView(context, currentUser, request, `scholar ${params.xz}`)),
  );
  serve(app, queryWorks, ({ context, query }) => worksFor(context, query));
}
