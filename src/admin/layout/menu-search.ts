import Fuse from 'fuse.js/basic';
import type { MenuNode, MenuPage } from './menu-routes.ts';

const MOST = 20;

export interface Target {
  readonly path: string;
  readonly query: string;
  readonly titles: readonly string[];
  readonly external: boolean;
}

/** Returns all search targets: visible menu pages, home, and external pages. */
export function targetsOf(pages: readonly MenuPage[], nodes: readonly MenuNode[], home: Target): Target[] {
  const inside = pages
    .filter((page) => !page.hidden && page.firstBelow === null)
    .map(({ path, query, trail }) => ({ path, query, titles: trail.map((crumb) => crumb.title), external: false }));
  return [home, ...inside.filter((target) => target.path !== home.path && target.titles.length > 0), ...foreign(nodes, [])];
}

function foreign(nodes: readonly MenuNode[], above: readonly string[]): Target[] {
  return nodes.flatMap((node) => [
    ...(node.external ? [{ path: node.key, query: '', titles: [...above, node.title], external: true }] : []),
    ...foreign(node.children, [...above, node.title]),
  ]);
}

export const titleOf = (target: Target): string => target.titles.join(' > ');

/** Returns a function that finds targets by the typed text, best matches first. */
export function finderOf(targets: readonly Target[]): (typed: string) => Target[] {
  const fuse = new Fuse(targets, {
    threshold: 0.4,
    minMatchCharLength: 1,
    keys: [
      { name: 'titles', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  });
  return (typed) => fuse.search(typed.trim(), { limit: MOST }).map((found) => found.item);
}

/** Splits `text` into parts and marks the typed text. */
export function marked(text: string, typed: string): { text: string; hit: boolean }[] {
  const words = typed.trim();
  if (!words) return [{ text, hit: false }];
  const safe = words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text
    .split(new RegExp(`(${safe})`, 'gi'))
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, hit: piece.toLowerCase() === words.toLowerCase() }));
}
