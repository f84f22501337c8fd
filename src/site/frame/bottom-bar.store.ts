import type { ReactNode } from 'react';
import { proxy } from 'valtio/vanilla';

/**
 * Parts of every page whose scripts load later: the bar at the bottom, set with the feature that shows it, and the cart in the top bar, set
 * after the first paint.
 */
export const bottomBar = proxy<{ Bar?: () => ReactNode; Bag?: () => ReactNode }>({});
