import type { DeviceClocks } from '../../contract/teaching/attempt-time.ts';

/** The steady clock of this page begins again with each page. */
const BOOT = crypto.getRandomValues(new Uint32Array(2)).join('-');

export const bootClocks = (): DeviceClocks => ({ bootId: BOOT, wallMs: Date.now(), monoMs: Math.round(performance.now()) });
