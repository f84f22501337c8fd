import { startAppBadge } from './app-badge.ts';
import { followLaunches } from './launch.ts';

/** What only the installed application has. Loaded after the first page, which does not need it. */
export function startInstalled(open: (path: string) => void): void {
  followLaunches(open);
  startAppBadge();
}
