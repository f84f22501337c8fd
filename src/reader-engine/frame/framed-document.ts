/** An embedded document has a white background, the one it was drawn for. */
const FRAMED_STYLE = 'html{background:#fff;color:#000;touch-action:pan-y pinch-zoom}body{margin:8px}';

/**
 * Writes a document of the book into a frame inside another document, so that it is fetched like every other file of
 * the book, with downloaded copies and access rights. It cannot run scripts, navigate or embed a third document.
 */
export function frameDocument(frame: Element, root: Element): void {
  const page = document.implementation.createHTMLDocument('');
  const style = page.createElement('style');
  style.textContent = FRAMED_STYLE;
  if (root.localName === 'html') page.replaceChild(page.adoptNode(root), page.documentElement);
  else page.body.append(page.adoptNode(root));
  page.documentElement.prepend(style);
  // Text inside an XML comment or processing instruction could become an element when it is parsed as HTML.
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION);
  const hidden: ChildNode[] = [];
  while (walker.nextNode()) hidden.push(walker.currentNode as ChildNode);
  for (const node of hidden) node.remove();
  for (const link of page.querySelectorAll('a,area')) link.removeAttribute('href');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.setAttribute('srcdoc', `<!doctype html>${page.documentElement.outerHTML}`);
}
