/** A visited page, shown as a tab. */
export interface View {
  readonly path: string;
  /** With query and hash. */
  readonly fullPath: string;
  readonly title: string;
  readonly name: string;
  readonly meta: { readonly affix: boolean; readonly noCache: boolean };
}

/** Adds or updates a tab. A repeated visit keeps the order and updates address, title and flags. Affixed tabs are first. */
export function visit(views: readonly View[], view: View): View[] {
  const named = { ...view, title: view.title || 'no-name' };
  const at = views.findIndex((one) => one.path === view.path);
  if (at >= 0) return views.with(at, named);
  return view.meta.affix ? [named, ...views] : [...views, named];
}

export const close = (views: readonly View[], path: string): View[] => views.filter((view) => view.path !== path || view.meta.affix);
export const closeOthers = (views: readonly View[], path: string): View[] => views.filter((view) => view.meta.affix || view.path === path);
export const closeAll = (views: readonly View[]): View[] => views.filter((view) => view.meta.affix);

const keepingSide = (views: readonly View[], path: string, kept: (index: number, at: number) => boolean): View[] => {
  const at = views.findIndex((view) => view.path === path);
  return at < 0 ? [...views] : views.filter((view, index) => view.meta.affix || kept(index, at));
};
export const closeLeft = (views: readonly View[], path: string): View[] => keepingSide(views, path, (index, at) => index >= at);
export const closeRight = (views: readonly View[], path: string): View[] => keepingSide(views, path, (index, at) => index <= at);

/** Returns where to navigate when the current page was closed: the last remaining tab, else home; a closed Dashboard reloads. */
export function afterClosing(left: readonly View[], closed: Pick<View, 'name' | 'fullPath'>): string {
  const last = left.at(-1);
  if (last) return last.fullPath;
  return closed.name === 'Dashboard' ? `/redirect${closed.fullPath}` : '/';
}
