import { proxy } from 'valtio/vanilla';

/** A newer release of the application. It is offered, never applied automatically, and not while the user reads. */
export const appUpdate = proxy<{ state: 'current' | 'offered' | 'applying' }>({ state: 'current' });
