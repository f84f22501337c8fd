import { proxy } from 'valtio/vanilla';

/** Whether this device has a network, as far as it knows. */
export const network = proxy({ online: navigator.onLine });

addEventListener('online', () => (network.online = true));
addEventListener('offline', () => (network.online = false));
