import { expect, test } from 'vitest';
import { officeProblem } from './office-file.ts';

const compound = (text = '') => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024), Buffer.from(text, 'utf16le')]);

test('52.1 files with a password, old files under a new extension and files with macros get their own words', () => {
  expect(officeProblem('docx', compound('EncryptedPackage'))).toBe('文件设有密码，无法读取，请在办公软件里去掉密码后再上传');
  expect(officeProblem('doc', compound('EncryptedPackage'))).toContain('密码');
  expect(officeProblem('docx', compound('WordDocument'))).toBe('文件是旧的doc格式，只改了扩展名，请在办公软件里另存为docx格式再上传');
  expect(officeProblem('xlsm', Buffer.from('504b0304', 'hex'))).toBe('xlsm文件含有宏，请在办公软件里另存为不含宏的xlsx格式再上传');
  expect(officeProblem('doc', compound('WordDocument'))).toBeNull();
  expect(officeProblem('docx', Buffer.from('504b0304', 'hex'))).toBeNull();
});
