import { createHash } from 'node:crypto';
import { pathFrom, type Find } from '../path.ts';
import { EpubError } from '../problem.ts';
import { all, first, type Element } from '../xml.ts';

const IDPF = 'http://www.idpf.org/2008/embedding';
const ADOBE = 'http://ns.adobe.com/pdf/enc#RC';
const IDPF_BYTES = 1040;
const ADOBE_BYTES = 1024;

export type Obfuscation = 'idpf' | 'adobe';

/** Returns the obfuscated fonts listed in `META-INF/encryption.xml`. Throws for real encryption. */
export function obfuscatedFonts(tree: Element, find?: Find): Map<string, Obfuscation> {
  const found = new Map<string, Obfuscation>();
  for (const data of all(tree, 'EncryptedData')) {
    const algorithm = first(data, 'EncryptionMethod')?.attributes['Algorithm'];
    const path = pathFrom('root', first(data, 'CipherReference')?.attributes['URI'] ?? '', find);
    if (algorithm !== IDPF && algorithm !== ADOBE) throw new EpubError('这本书已加密（DRM），无法处理；请上传没有数字版权保护的版本');
    if (path) found.set(path, algorithm === IDPF ? 'idpf' : 'adobe');
  }
  return found;
}

/** Reverses the obfuscation in place; its key is the identifier of the book. */
export function revealFont(bytes: Uint8Array, how: Obfuscation, identifier: string): void {
  const key =
    how === 'idpf'
      ? createHash('sha1')
          .update(identifier.replace(/[ \t\r\n]/g, ''))
          .digest()
      : adobeKey(identifier);
  const end = Math.min(bytes.length, how === 'idpf' ? IDPF_BYTES : ADOBE_BYTES);
  if (key.length === 0) return;
  for (let at = 0; at < end; at++) bytes[at] = (bytes[at] ?? 0) ^ (key[at % key.length] ?? 0);
}

function adobeKey(identifier: string): Buffer {
  const hex = identifier.replace(/^urn:uuid:/i, '').replace(/[^0-9a-f]/gi, '');
  return hex.length === 32 ? Buffer.from(hex, 'hex') : Buffer.alloc(0);
}
