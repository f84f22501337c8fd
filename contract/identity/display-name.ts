import { visibleText } from '../visible-text.ts';

export const RESERVED_WORDS = '昵称和用户名不能使用“管理员”“客服”“官方”等会让人误会身份的字样，请换一个';

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'аa',
    'вb',
    'еe',
    'ѕs',
    'іi',
    'јj',
    'кk',
    'мm',
    'нh',
    'оo',
    'рp',
    'сc',
    'тt',
    'уy',
    'хx',
    'ԁd',
    'αa',
    'ιi',
    'νv',
    'οo',
    'ρp',
    'τt',
    'ıi',
    'ɡg',
    'ոn',
  ].map((pair) => [...pair] as [string, string]),
);
const TRADITIONAL: Readonly<Record<string, string>> = {
  管: '管',
  員: '员',
  書: '书',
  統: '统',
  臺: '台',
  檯: '台',
  級: '级',
  編: '编',
  輯: '辑',
  營: '营',
  運: '运',
  務: '务',
  長: '长',
  審: '审',
};

/** Keeps letters, digits and Han characters only, in one case, one width and one script. */
function bare(name: string): string {
  const plain = visibleText(name.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [...plain].map((sign) => LOOKALIKES[sign] ?? TRADITIONAL[sign] ?? sign).join('');
}

/** Reserved anywhere in a name. */
const ANYWHERE = ['管理员', '管理者', '客服', '官方', '书舟', 'shuzhou', '超级用户', '站长', '版主', '系统管理', '平台运营', '运营团队', '工作人员'];
/** Reserved at the start of a name. */
const BEGINNING = ['系统', '平台', 'admin', 'sysadmin', 'systemadmin', 'superadmin', 'superuser', 'official', 'moderator', 'webmaster'];
/** Reserved as the whole name, ignoring digits. */
const WHOLE = ['system', 'root', 'support', 'staff', 'service', 'security', 'helpdesk', 'kefu', '编辑部', '审核', '审核员'];

/** Returns whether a name suggests that its owner speaks for the platform. Only staff who manage users may set such names. */
export function isReservedName(name: string): boolean {
  const plain = bare(name);
  const letters = plain.replace(/[0-9]/g, '');
  // Digits used as letters: adm1n, r00t.
  const read = plain.replaceAll('0', 'o').replaceAll('1', 'i').replaceAll('3', 'e');
  return [plain, letters, read].some(
    (text) => ANYWHERE.some((word) => text.includes(word)) || BEGINNING.some((word) => text.startsWith(word)) || WHOLE.includes(text),
  );
}
