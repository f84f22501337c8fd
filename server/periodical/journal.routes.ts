import { getJournal, journal, myJournals, queryJournal } from '../../contract/periodical/journal.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { journalOptions, journals, publicJournal, publicJournals } from './journal.service.ts';

export function journalRoutes(app: App): void {
  serve(app, queryJournal, ({ context, query }) => publicJournals(context, query));
  serve(app, getJournal, ({ context, params }) => publicJournal(context, params.journalId));
  serve(app, myJournals, ({ context, currentUser }) => journalOptions(context, currentUser));
  serveCrud(app, journal, journals);
}
