/** In a frame of the page a document has the paper it was drawn for. */
const FRAMED_STYLE = 'html{background:#fff;color:#000;touch-action:pan-y pinch-zoom}body{margin:8px}';

/**
 * A document of the book that stands in a frame of another: written into it, so that it is fetched as every file of
 * the book is, kept copies and rights with it. Nothing in it runs, leads on, or frames a third.
 */
export function frameDocument(frame: Element, root: Element): void {
  const page = document.implementation.createHTMLDocument('');
  const style = page.createElement('style');
  style.textContent = FRAMED_STYLE;
  if (root.localName === 'html') page.replaceChild(page.adoptNode(root), page.documentElement);
  else page.body.append(page.adoptNode(root));
  page.documentElement.prepend(style);
  // What is none as XML may be an element once it is read as HTML.
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION);
  const hidden: ChildNode[] = [];
  while (walker.nextNode()) hidden.push(walker.currentNode as ChildNode);
  for (const node of hidden) node.remove();
  for (const link of page.querySelectorAll('a,area')) link.removeAttribute('href');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.setAttribute('srcdoc', `<!doctype html>${page.documentElement.outerHTML}`);
}
