import { clickSpread } from '../../contract/commerce/spread/click.ts';
import { SPREAD_CODE, SPREAD_PARAM } from '../../contract/commerce/spread/spread-code.ts';
import { call } from '../api/call.ts';

/** Reports the link of a promoter in the address at which a visit began. Without a network the click is lost; it is no reader's business. */
export async function reportLinkOf(address: string): Promise<void> {
  const code = new URL(address, location.href).searchParams.get(SPREAD_PARAM)?.toUpperCase() ?? '';
  if (SPREAD_CODE.test(code)) await call(clickSpread, { body: { code } }).catch(() => undefined);
}
