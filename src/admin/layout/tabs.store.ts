import type { Location } from 'react-router-dom';
import { proxy, ref } from 'valtio/vanilla';
import { onPersonChange } from '../../session/session.store.ts';
import { visit, type View } from './tab-rules.ts';

interface Tabs {
  views: View[];
  /** Locations, by path, of the pages that keep their state while another page is shown. */
  cached: Record<string, Location>;
  /** Incremented to remount a page. */
  editions: Record<string, number>;
}

/** Per window; not stored across a reload. */
export const tabs = proxy<Tabs>({ views: [], cached: {}, editions: {} });

export function visitTab(view: View, location: Location): void {
  const known = tabs.views.find((one) => one.path === view.path);
  if (!known || JSON.stringify(known) !== JSON.stringify({ ...view, title: view.title || 'no-name' })) tabs.views = visit(tabs.views, view);
  if (!view.meta.noCache) tabs.cached[view.path] = ref({ ...location });
}

/** Affixed tabs are present from the start, in the order of the menu. */
export function affixTabs(views: readonly View[]): void {
  const missing = views.filter((view) => !tabs.views.some((one) => one.path === view.path));
  if (missing.length > 0) tabs.views = [...missing, ...tabs.views];
}

/** Sets the tabs. The cached state of closed pages is dropped. */
export function saveTabs(views: View[]): void {
  for (const { path } of tabs.views) if (!views.some((view) => view.path === path)) resetTabs(path);
  tabs.views = views;
}

/** Drops the state of the page at `path`, so it is mounted again when it is shown next. */
export function resetTabs(path: string): void {
  delete tabs.cached[path];
  tabs.editions[path] = (tabs.editions[path] ?? 0) + 1;
}

/** Called when the admin is left: unmounts its pages and keeps its tabs. */
export function forgetCached(): void {
  tabs.cached = {};
}

let whose: number | null = null;
onPersonChange((userId) => {
  if (userId === whose) return;
  whose = userId;
  tabs.views = [];
  tabs.cached = {};
});
