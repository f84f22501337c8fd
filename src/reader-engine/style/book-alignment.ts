const BLOCKS = 'p,h1,h2,h3,h4,h5,h6';
const ASIDE = /center|right|end/;

/**
 * By default the reader justifies paragraphs and indents them by two characters, if the book sets nothing. A book
 * may also set alignment on a parent: `data-aligned` marks such parents, so that their content inherits it, and
 * every centred or end-aligned paragraph, which is never indented. Checks one element of each kind, once.
 */
export function bookAlignment(inside: Document): { look(): void } {
  const seen = new WeakSet<Element>();
  const parts = new Map<Element, Map<string, boolean>>();
  return {
    look() {
      const blocks = [...inside.querySelectorAll(BLOCKS)].filter((block) => block.parentElement && !seen.has(block));
      // Reading styles after each mark would recalculate them: check the parents first, then their content.
      const fresh = new Set(blocks.map((block) => block.parentElement as Element).filter((part) => !parts.has(part)));
      for (const part of fresh) parts.set(part, new Map());
      mark([...fresh].filter(isAside));
      mark(blocks.filter((block) => block.localName === 'p' && isKindAside(block, parts.get(block.parentElement as Element))));
      for (const block of blocks) seen.add(block);
    },
  };
}

const mark = (elements: readonly Element[]): void => elements.forEach((element) => element.setAttribute('data-aligned', ''));
const isAside = (element: Element): boolean => ASIDE.test(getComputedStyle(element).textAlign);

function isKindAside(block: Element, kinds: Map<string, boolean> | undefined): boolean {
  const kind = block.localName + ['class', 'style', 'align', 'data-plate'].map((name) => String(block.getAttribute(name))).join('\n');
  const aside = kinds?.get(kind) ?? isAside(block);
  kinds?.set(kind, aside);
  return aside;
}
