import { proxy } from 'valtio/vanilla';

/** The QR code of the attempt that was opened last in this tab; a reload asks the channel for it again. */
export const payCode = proxy<{ shown: { readonly orderNo: string; readonly text: string } | null }>({ shown: null });

export function showPayCode(shown: { readonly orderNo: string; readonly text: string } | null): void {
  payCode.shown = shown;
}
