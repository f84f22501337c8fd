import { checkStatement, ownStatements, statementFile, statementList } from '../../../contract/earnings/statement.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { statementFileOf } from './statement-file.service.ts';
import { checkOf, ownStatementsOf, statementsFor } from './statement.service.ts';

export function statementRoutes(app: App): void {
  serve(app, ownStatements, ({ context, currentUser, query }) => ownStatementsOf(context, currentUser, query));
  serve(app, statementList, ({ context, query }) => statementsFor(context, query));
  serve(app, statementFile, async ({ context, currentUser, params, query, reply }) =>
    sendFile(context, reply, await statementFileOf(context, currentUser, params.statementId, query.format), 'attachment'),
  );
  serve(app, checkStatement, ({ context, params }) => checkOf(context, params.code));
}
