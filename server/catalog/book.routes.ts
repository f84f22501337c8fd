import { getBook, publishedTotal, queryBooks, similarBooks, worksTotal } from '../../contract/catalog/book.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { isFirstView } from '../http/view-deduplication.ts';
import { serve, type App } from '../http/serve.ts';
import { bookDetail, listBooks, similarBooks as similar, withTextbooks } from './book.service.ts';
import { liveWorks } from './publication-count.service.ts';

/** What the cards of works are read from. */
const CARD_TABLES = ['publication', 'archiveType', 'textbook', 'placedMedia', 'exerciseSet'] as const;

export function bookRoutes(app: App): void {
  serve(
    app,
    queryBooks,
    async ({ context, query }) => {
      const { rows, total } = await listBooks(context, query);
      return { rows: await withTextbooks(context, rows), total };
    },
    { anonymousFrom: CARD_TABLES },
  );
  serve(app, getBook, ({ context, params, currentUser, request }) =>
    bookDetail(context, params.publishId, () => isFirstView(context, currentUser, request, `book ${params.publishId}`)),
  );
  serve(app, similarBooks, ({ context, params }) => similar(context, params.publishId), { anonymousFrom: CARD_TABLES });
  serve(app, publishedTotal, ({ context }) => liveWorks(context, ['listed']));
  serve(app, worksTotal, ({ context }) => liveWorks(context, publicationMachine.groups.finished));
}
