const OPS = 'http://www.idpf.org/2007/ops';
const NOTE = /\b(footnote|endnote|rearnote|note|doc-footnote|doc-endnote)\b/;
const NOTE_LINK = /\b(noteref|doc-noteref)\b/;

/** The values of `epub:type` and `role`. */
export const meaning = (element: Element): string =>
  `${element.getAttributeNS(OPS, 'type') ?? element.getAttribute('epub:type') ?? ''} ${element.getAttribute('role') ?? ''}`;

/** Whether the link declares that it leads to a note. */
export const isNoteLink = (link: Element): boolean => NOTE_LINK.test(meaning(link)) || /\bduokan-footnote\b/.test(link.getAttribute('class') ?? '');

/** Whether the element declares that it is a note. */
export const isNote = (element: Element): boolean => NOTE.test(meaning(element));
