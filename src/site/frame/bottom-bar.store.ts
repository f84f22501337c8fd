import type { ReactNode } from 'react';
import { proxy } from 'valtio/vanilla';

/** What stands at the foot of every page, once there is something: its script comes with what puts it there. */
export const bottomBar = proxy<{ Bar: (() => ReactNode) | null }>({ Bar: null });
