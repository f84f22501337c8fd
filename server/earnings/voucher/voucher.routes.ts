import { exportVoucher } from '../../../contract/earnings/voucher.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { exportVoucherOf } from './voucher.service.ts';

export function voucherRoutes(app: App): void {
  serve(app, exportVoucher, async (call) =>
    sendFile(call.context, call.reply, await exportVoucherOf(call.body.month, loggedWrite(call, '记账凭证', 'export')), 'attachment'),
  );
}
