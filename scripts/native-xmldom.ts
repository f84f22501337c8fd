/** Stands in for @xmldom/xmldom in the browser, where epub.js needs only what the browser has (60 KB less). */
export const DOMParser = globalThis.DOMParser;
export const XMLSerializer = globalThis.XMLSerializer;
