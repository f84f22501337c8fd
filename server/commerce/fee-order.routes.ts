import { openFee } from '../../contract/commerce/fee-order.ts';
import { serve, type App } from '../http/serve.ts';
import { openFeeFor } from './order-kind/order-kind.service.ts';

export function feeOrderRoutes(app: App): void {
  serve(app, openFee, ({ context, currentUser, body }) => openFeeFor(context, currentUser, body));
}
