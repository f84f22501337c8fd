/** Replaces @xmldom/xmldom in the browser, where epub.js needs only the native APIs (60 KB less). */
export const DOMParser = globalThis.DOMParser;
export const XMLSerializer = globalThis.XMLSerializer;
