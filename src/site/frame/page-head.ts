import { useEffect, useLayoutEffect } from 'react';
import { addressOf, fullTitle } from '../../../contract/content/page.ts';
import { headOf, keptQuery } from './page-heads.ts';

function meta(name: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`);
  if (content) Object.assign(found ?? document.head.appendChild(document.createElement('meta')), { name, content });
  else found?.remove();
}

/** Removes what the server wrote for another page: its canonical address and its metadata for sharing. */
function move(path: string): void {
  const link = document.head.querySelector<HTMLLinkElement>('[rel=canonical]');
  const address = link && new URL(addressOf(path, new URLSearchParams(location.search), keptQuery(path)), link.href).href;
  if (!address || link.href === address) return;
  link.href = address;
  for (const old of document.head.querySelectorAll('[property],[type$="ld+json"]')) old.remove();
}

function write(path: string, title = '', description = ''): void {
  const head = headOf(path) ?? headOf('/404');
  if (!head) return;
  document.title = fullTitle(title || head.title);
  meta('keywords', head.keywords);
  meta('description', description || head.description);
  meta('robots', head.index ? '' : 'noindex');
  move(path);
}

/** Sets the metadata from the route alone; a screen's own metadata is set later and is more specific. */
export function useRouteHead(path: string): void {
  useLayoutEffect(() => write(path), [path]);
}

/** Sets title and description, from the route's metadata and from the page content once it is loaded. */
export function usePageHead(path: string, title = '', description = ''): void {
  useEffect(() => write(path, title, description), [path, title, description]);
}
