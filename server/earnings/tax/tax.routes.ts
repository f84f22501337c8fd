import { declareTax, exportTax, taxCertificate, taxList, taxSums, taxYears } from '../../../contract/earnings/tax.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { certificateOf } from './tax-certificate.service.ts';
import { declareTaxOf, exportTaxOf, taxListFor, taxSumsOf, taxYearsOf } from './tax.service.ts';

const LOG = '个税扣缴表';

export function taxRoutes(app: App): void {
  serve(app, taxList, ({ context, query }) => taxListFor(context, query));
  serve(app, taxSums, ({ context, currentUser, query }) => taxSumsOf(context, currentUser, query));
  serve(app, exportTax, async (call) =>
    sendFile(call.context, call.reply, await exportTaxOf(call.context, call.body, loggedWrite(call, LOG, 'export')), 'attachment'),
  );
  serve(app, declareTax, (call) => declareTaxOf(call.currentUser, call.params.month, loggedWrite(call, LOG, 'edit')));
  serve(app, taxYears, ({ context, currentUser }) => taxYearsOf(context, currentUser));
  serve(app, taxCertificate, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await certificateOf(context, currentUser, params.year), 'attachment'),
  );
}
