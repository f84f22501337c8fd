import { proxy } from 'valtio/vanilla';

/** A newer release of the product. It is offered, never taken by itself, and not while somebody reads. */
export const appUpdate = proxy<{ state: 'current' | 'offered' | 'applying' }>({ state: 'current' });
