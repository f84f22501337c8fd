/** Escapes a text for XML content and attributes, and removes characters that XML 1.0 does not allow. */
export const xmlText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are what is removed
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** An element with escaped text; empty for an empty text. */
export const element = (name: string, text: string, attributes = ''): string =>
  text === '' ? '' : `<${name}${attributes}>${xmlText(text)}</${name}>`;
