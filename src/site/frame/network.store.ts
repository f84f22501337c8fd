import { proxy } from 'valtio/vanilla';

/** Whether this device has a network, as reported by the browser. */
export const network = proxy({ online: navigator.onLine });

addEventListener('online', () => (network.online = true));
addEventListener('offline', () => (network.online = false));
