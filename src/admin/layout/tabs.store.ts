import type { Location } from 'react-router-dom';
import { proxy, ref } from 'valtio/vanilla';
import { onPersonChange } from '../../session/session.store.ts';
import { visit, type View } from './tab-rules.ts';

interface Tabs {
  views: View[];
  /** Pages that keep their state while another is shown, by path, and where each of them is. */
  cached: Record<string, Location>;
  /** Grows when a page is to start anew. */
  editions: Record<string, number>;
}

/** Of this window; not kept over a reload. */
export const tabs = proxy<Tabs>({ views: [], cached: {}, editions: {} });

export function visitTab(view: View, location: Location): void {
  const known = tabs.views.find((one) => one.path === view.path);
  if (!known || JSON.stringify(known) !== JSON.stringify({ ...view, title: view.title || 'no-name' })) tabs.views = visit(tabs.views, view);
  if (!view.meta.noCache) tabs.cached[view.path] = ref({ ...location });
}

/** Affixed tabs are there from the beginning, in the menu's order. */
export function affixTabs(views: readonly View[]): void {
  const missing = views.filter((view) => !tabs.views.some((one) => one.path === view.path));
  if (missing.length > 0) tabs.views = [...missing, ...tabs.views];
}

/** What a closed page kept is forgotten with it. */
export function keepTabs(views: View[]): void {
  for (const { path } of tabs.views) if (!views.some((view) => view.path === path)) resetTabs(path);
  tabs.views = views;
}

/** The page at `path` forgets what it holds: it is drawn from the beginning when it is seen next. */
export function resetTabs(path: string): void {
  delete tabs.cached[path];
  tabs.editions[path] = (tabs.editions[path] ?? 0) + 1;
}

/** The desk was left: its pages are gone, its tabs stay. */
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
