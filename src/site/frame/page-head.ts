import { useEffect, useLayoutEffect } from 'react';
import { addressOf, fullTitle, headOf, type PageHead } from '../../../contract/site/page.ts';

function meta(name: string, content: string): void {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (!content) {
    element?.remove();
    return;
  }
  if (!element) {
    element = document.createElement('meta');
    element.name = name;
    document.head.append(element);
  }
  element.content = content;
}

/** What the server wrote of another page goes: its address, and what else it says to those who pass it on. */
function move(path: string): void {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const address = link && new URL(addressOf(path, location.search), link.href).href;
  if (!address || link.href === address) return;
  link.href = address;
  for (const old of document.head.querySelectorAll('[property^="og:"],[type="application/ld+json"]')) old.remove();
}

function write(head: PageHead, path: string): void {
  document.title = fullTitle(head.title);
  meta('keywords', head.keywords);
  meta('description', head.description);
  meta('robots', head.index ? '' : 'noindex');
  move(path);
}

/** The head of the route alone; before a screen's own, which runs later and knows more. */
export function useRouteHead(path: string): void {
  useLayoutEffect(() => {
    const head = headOf(path) ?? headOf('/404');
    if (head) write(head, path);
  }, [path]);
}

/** Title and words for search engines, from the route's head and from what the page shows once it is known. */
export function usePageHead(path: string, title = '', description = ''): void {
  useEffect(() => {
    const head = headOf(path) ?? headOf('/404');
    if (head) write({ ...head, title: title || head.title, description: description || head.description }, path);
  }, [path, title, description]);
}
