import { getBook, publishedTotal, queryBooks, similarBooks, worksTotal } from '../../contract/catalog/book.ts';
import { isFirstView } from '../http/view-deduplication.ts';
import { serve, type App } from '../http/serve.ts';
import { bookDetail, listBooks, similarBooks as similar } from './book.service.ts';
import { liveWorks } from './publication-count.service.ts';

export function bookRoutes(app: App): void {
  serve(app, queryBooks, ({ house, query }) => listBooks(house, query));
  serve(app, getBook, ({ house, params, visitor, request }) =>
    bookDetail(house, params.publishId, () => isFirstView(house, visitor, request, `book ${params.publishId}`)),
  );
  serve(app, similarBooks, ({ house, params }) => similar(house, params.publishId));
  serve(app, publishedTotal, ({ house }) => liveWorks(house, ['listed']));
  serve(app, worksTotal, ({ house }) => liveWorks(house, ['checking', 'listed', 'delisted']));
}
