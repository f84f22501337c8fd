import { MANIFEST_START } from '../../contract/content/launch.ts';

interface Launch {
  readonly targetURL?: string;
  /** Files that the system opens with this application. */
  readonly files?: readonly FileSystemFileHandle[];
}

/** The files of the last launch, until the shelf takes them; `tell` is the shelf while it is shown. */
export const launched: { files?: readonly FileSystemFileHandle[] | undefined; tell?: (() => void) | undefined } = {};

/** Not in the types of the platform. */
interface LaunchQueue {
  setConsumer(consume: (launch: Launch) => void): void;
}

/**
 * With `focus-existing` the browser shows the open window and reports here what was tapped: the icon leaves the page as it is, a shortcut
 * or something shared opens its page. The launch that opened this window has loaded its page already.
 */
export function followLaunches(
  open: (path: string) => void,
  { launchQueue }: { launchQueue?: LaunchQueue } = window as { launchQueue?: LaunchQueue },
): void {
  let own: string | null = performance.getEntriesByType('navigation')[0]?.name ?? null;
  launchQueue?.setConsumer(({ targetURL = '', files }) => {
    launched.files = files;
    launched.tell?.();
    const isOwn = targetURL === own;
    own = null;
    if (isOwn || !URL.canParse(targetURL)) return;
    const { origin, pathname, search } = new URL(targetURL);
    if (origin === location.origin && pathname + search !== MANIFEST_START) open(pathname + search);
  });
}
