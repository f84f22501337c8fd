interface Decoder {
  decode(bytes: Uint8Array): string;
}
/** Browsers and Node have it; the contract has the types of neither. */
const { TextDecoder } = globalThis as unknown as { TextDecoder: new (label: string, options: { fatal: boolean }) => Decoder };

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

/** The encoding of a file by its byte order mark, by the zero bytes of UTF-16 without one, or by its XML declaration. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // `<?` in two bytes a character. Source: XML 1.0, appendix F.1.
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return DECLARED.exec(head)?.[1] ?? 'utf-8';
}

/**
 * Returns the text of an XML file, whose declaration then says UTF-8, because the text is stored and sent as UTF-8. Returns null when the
 * encoding is not known, or the bytes are not in it.
 */
export function decodeXml(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.replace(/^\uFEFF/, '').replace(DECLARED, (declaration, encoding: string) => declaration.replace(encoding, 'UTF-8'));
  } catch {
    return null;
  }
}
