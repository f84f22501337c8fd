import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Who may see, write or decide something is a rule of a noun, and each noun has its rules in one file: `<noun>.policy.ts`. A comparison of a person of a
 * row with the current user anywhere else is a second copy of such a rule, and copies drift apart until one leaks.
 */
const USER = String.raw`(?:[\w$]+\??\.)*(?:currentUser|viewer|actor|caller|reader|sent)\b\??\.userId`;
/** Columns that name the person who has a right in a row. */
const PERSON =
  'ownerId|auditorId|reviewerId|proofreaderId|editorId|assignee|assigneeId|typesetterId|declarerId|judgeId|hostId|recorderId|authorId|senderId|askTo|startUserId|turnUserId|claimedBy|submitBy|proposedBy|draftedBy|decidedBy|expertUserId|applicantId|secondId|inspectorId|auditUserId';
const NOT_PERSON = String.raw`(?!null\b|undefined\b|0\b|'|\x60)`;

const FORMS: readonly RegExp[] = [
  // row.ownerId === currentUser.userId, in both orders
  new RegExp(String.raw`${USER}\s*[!=]==\s*${NOT_PERSON}`, 'u'),
  new RegExp(String.raw`[!=]==\s*${USER}(?![\w.])`, 'u'),
  // row.ownerId === userId, where userId may be the current user's
  new RegExp(String.raw`[!=]==\s*userId\b(?![.(])`, 'u'),
  new RegExp(String.raw`(?<![\w.])userId\s*[!=]==\s*(?:[\w$]+\??\.)+(?:${PERSON})\b`, 'u'),
  // [row.editorId, row.typesetterId].includes(currentUser.userId)
  new RegExp(String.raw`\.(?:includes|has)\(${USER}\)`, 'u'),
];

const OWN_HOME = /\.policy\.ts$|\.test\.ts$|^server\/db\/same-person\.ts$|^server\/seed\//;

/** Comparisons that decide no right, with the reason. A line is named by its file and a part of it. */
const ALLOWED: readonly (readonly [file: string, part: string, why: string])[] = [
  [
    'server/manuscript/document/onlyoffice.service.ts',
    'session.userIds.includes(',
    'lists who has the document open, so that a name is added once; it grants nothing',
  ],
];

const findings = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      /^\s*(\/\/|\*|\/\*)/.test(line) || !FORMS.some((form) => form.test(line)) ? [] : [`${file}:${index + 1}: ${line.trim()}`],
    );

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((name) => `server/${name}`)
  .filter((name) => name.endsWith('.ts') && !OWN_HOME.test(name));

test('#47.1 no file but a policy compares a person of a row with a user', () => {
  const all = sources.flatMap((file) => findings(file, readFileSync(file, 'utf8')));
  const found = all.filter((line) => !ALLOWED.some(([file, part]) => line.startsWith(`${file}:`) && line.includes(part)));
  const advice = found.map((line) => {
    const policy = (line.split(':')[0] ?? '').replace(/[^/]+$/, '<noun>.policy.ts');
    return `${line}\n    write a function that says what is allowed, as \`export const editsX = (row: …, { userId }: …): boolean => row.ownerId === userId;\`, into ${policy} and call it here; ask \`accounts\` instead of \`userId\` for what a person may not learn or decide`;
  });
  expect(advice).toEqual([]);
  expect(sources.length).toBeGreaterThan(500);
});

test('#47.1 the check knows every form of such a comparison, and no other', () => {
  const rejected = [
    'if (row.ownerId !== currentUser.userId) throw gone();',
    'const own = currentUser?.userId === row.submitBy;',
    'return task.assignee === step.actor?.userId;',
    'if (row.userId === caller.currentUser.userId) return;',
    'const mine = rows.some((one) => one.userId === userId);',
    'if (userId !== row.ownerId) return;',
    "if (before['declarerId'] === currentUser.userId) return;",
    'return [row.editorId, row.typesetterId].includes(currentUser.userId);',
    'if (!signed.has(currentUser.userId)) return;',
  ];
  const accepted = [
    'if (row.ownerId !== null) return;',
    "if (userId === 'all') return;",
    'if (row.userId === 0) return;',
    'const known = rows.some((one) => one.id === row.id);',
    'if (before.userId !== draft.userId) throw fixed();',
    "query.where('ownerId', '=', currentUser.userId)",
    '// row.ownerId === currentUser.userId',
  ];
  expect(rejected.filter((line) => findings('a.ts', line).length === 0)).toEqual([]);
  expect(accepted.filter((line) => findings('a.ts', line).length > 0)).toEqual([]);
});

test('#47.1 every exception of the check still exists', () => {
  const gone = ALLOWED.filter(([file, part]) => !findings(file, readFileSync(file, 'utf8')).some((line) => line.includes(part)));
  expect(gone.map(([file, part]) => `remove from ALLOWED: ${file}: ${part}`)).toEqual([]);
});
