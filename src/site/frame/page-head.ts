import { useEffect, useLayoutEffect } from 'react';
import { addressOf, fullTitle, headOf } from '../../../contract/content/page.ts';

function meta(name: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`);
  if (content) Object.assign(found ?? document.head.appendChild(document.createElement('meta')), { name, content });
  else found?.remove();
}

/** What the server wrote of another page goes: its address, and what else it says to those who pass it on. */
function move(path: string): void {
  const link = document.head.querySelector<HTMLLinkElement>('[rel=canonical]');
  const address = link && new URL(addressOf(path, location.search), link.href).href;
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

/** The head of the route alone; before a screen's own, which runs later and knows more. */
export function useRouteHead(path: string): void {
  useLayoutEffect(() => write(path), [path]);
}

/** Title and words for search engines, from the route's head and from what the page shows once it is known. */
export function usePageHead(path: string, title = '', description = ''): void {
  useEffect(() => write(path, title, description), [path, title, description]);
}
