import { proxy } from 'valtio/vanilla';

/** Cookies defined in the specification; one year, only for this site. */
const CACHE_S = 365 * 86_400;
const cookieOf = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const saveCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${value}; path=/; samesite=strict; max-age=${CACHE_S}`;
};

export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof SIZES)[number];
const sizeOf = (text: string | undefined): Size => SIZES.find((size) => size === text) ?? 'medium';

/** `drawer` is the phone menu, closed when a page opens; `still` disables the animation. */
export const sidebar = proxy({
  opened: cookieOf('sidebarStatus') !== '0',
  drawer: false,
  still: false,
  size: sizeOf(cookieOf('size')),
});

export function toggleSidebar(narrow: boolean): void {
  sidebar.still = false;
  if (narrow) {
    sidebar.drawer = !sidebar.drawer;
    return;
  }
  sidebar.opened = !sidebar.opened;
  saveCookie('sidebarStatus', sidebar.opened ? '1' : '0');
}

/** `still`: the window changed to phone width; otherwise a page was opened. */
export function closeDrawer(still = false): void {
  sidebar.still = still;
  sidebar.drawer = false;
}

export function chooseSize(size: Size): void {
  sidebar.size = size;
  saveCookie('size', size);
}
