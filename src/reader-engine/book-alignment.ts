const BLOCKS = 'p,h1,h2,h3,h4,h5,h6';
const ASIDE = /center|right|end/;

/**
 * The house draws paragraphs out to their whole line and begins them two characters in, where the book says nothing. A book
 * also says it of the part around them: `data-aligned` marks such parts, so that what stands in them inherits it, and
 * every paragraph in the middle or at the end, which is never indented. Asked of one of each kind, and once.
 */
export function bookAlignment(inside: Document): { look(): void } {
  const seen = new WeakSet<Element>();
  const parts = new Map<Element, Map<string, boolean>>();
  return {
    look() {
      const blocks = [...inside.querySelectorAll(BLOCKS)].filter((block) => block.parentElement && !seen.has(block));
      // What is asked after a mark costs another pass over the styles: first the parts, then what is in them.
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
