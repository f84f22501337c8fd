import type { ReactNode } from 'react';
import { proxy } from 'valtio/vanilla';

/** The bar at the bottom of every page, set when there is one: its script loads with the feature that shows it. */
export const bottomBar = proxy<{ Bar: (() => ReactNode) | null }>({ Bar: null });
