/** The start of a compound file: an office file before 2007, or a newer one with a password. Source: MS-CFB 2.2. */
const COMPOUND = 'd0cf11e0a1b11ae1';
/** The stream that holds a file with a password. Source: MS-OFFCRYPTO 2.3.4.4. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const MODERN: Readonly<Record<string, string>> = { docx: 'doc', xlsx: 'xls', pptx: 'ppt' };
const MACROS: Readonly<Record<string, string>> = { docm: 'docx', dotm: 'docx', xlsm: 'xlsx', pptm: 'pptx' };

/** What makes an office file unreadable, with what to do; null for other files. `extension` has no dot and is in lower case. */
export function officeProblem(extension: string, bytes: Uint8Array): string | null {
  const plain = MACROS[extension];
  if (plain) return `${extension}文件含有宏，请在办公软件里另存为不含宏的${plain}格式再上传`;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 8).toString('hex') !== COMPOUND) return null;
  if (file.includes(ENCRYPTED)) return '文件设有密码，无法读取，请在办公软件里去掉密码后再上传';
  const old = MODERN[extension];
  return old ? `文件是旧的${old}格式，只改了扩展名，请在办公软件里另存为${extension}格式再上传` : null;
}
