import { bankPaper, setPaper } from '../../../contract/textbook/paper.ts';
import { serve, type App } from '../../http/serve.ts';
import { paperOfBank, paperOfSet } from './paper.service.ts';

export function paperRoutes(app: App): void {
  serve(app, bankPaper, ({ context, currentUser, params, query }) => paperOfBank(context, currentUser, params.bankId, query));
  serve(app, setPaper, ({ context, params, query }) => paperOfSet(context, params.setId, query.key));
}
