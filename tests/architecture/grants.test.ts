import { expect, test } from 'vitest';
import { permissionOf, type MenuEntry } from '../../contract/menu.ts';
import { MENUS } from '../../contract/menus.ts';
import { personalField } from '../../contract/identity/personal-fields.ts';
import { GRANTS } from '../../server/seed/defaults/grants.ts';
import { granted } from '../../server/seed/defaults/seed-menus.ts';
import { isSensitive, PERSONAL_EXPORTS } from '../../server/seed/defaults/sensitive-permissions.ts';
import { contractCruds } from '../support/contract-parts.ts';

const permissionsOf = (entry: MenuEntry): string[] => [
  ...(entry.permission ? [`${entry.permission}:list`, ...Object.keys(entry.buttons ?? {}).map((action) => permissionOf(entry, action))] : []),
  ...(entry.below ?? []).flatMap(permissionsOf),
];
const PERMISSIONS = [...new Set(MENUS.flatMap(permissionsOf))];

/** Who holds each sensitive permission by default, besides `admin`; domain model §5. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  'author:author:export': ['system_admin', 'press_manager'],
  'cms:comment:audit': ['ops_admin'],
  'cms:content:audit': ['works_admin', 'ops_admin'],
  'contest:round:confirm': ['ops_admin'],
  'contest:submit:audit': ['ops_admin'],
  'earnings:batch:confirm': ['tally_admin'],
  'earnings:payee:audit': ['tally_admin'],
  'earnings:sale:confirm': ['tally_admin'],
  'earnings:tax:export': ['tally_admin'],
  'earnings:withdraw:audit': ['tally_admin'],
  'earnings:withdraw:pay': ['tally_admin'],
  'monitor:logininfor:export': ['system_admin'],
  'monitor:operlog:export': ['system_admin'],
  'pay:campaign:approve': ['tally_admin'],
  'pay:order:confirm': ['tally_admin'],
  'pay:order:refund': ['tally_admin'],
  'pay:spread:approve': ['tally_admin'],
  'press:protocol:audit': ['press_manager'],
  'publish:publication:recall': ['chief_editor'],
  'structure:applyForLog:audit': ['system_admin', 'works_admin'],
  'structure:applyForLog:document': ['system_admin', 'works_admin'],
  'structure:college:export': ['system_admin', 'press_manager'],
  'structure:press:export': ['system_admin', 'press_manager'],
  'structure:professor:export': ['system_admin', 'press_manager'],
  'structure:scholar:export': ['system_admin', 'ops_admin', 'press_manager'],
  'system:account:realName': ['system_admin'],
  'system:feedback:export': ['system_admin', 'ops_admin'],
  'system:user:export': ['system_admin'],
};

test('#47.7 a sensitive permission is held only by the roles of this list', () => {
  const sensitive = PERMISSIONS.filter(isSensitive).toSorted();
  expect(sensitive.length).toBeGreaterThan(10);
  const wrong = [...new Set([...sensitive, ...Object.keys(HOLDERS)])].flatMap((permission) => {
    const held = Object.keys(GRANTS).filter((role) => granted(GRANTS[role] ?? [], permission));
    const stated = HOLDERS[permission];
    if (stated && sensitive.includes(permission) && JSON.stringify(held.toSorted()) === JSON.stringify(stated.toSorted())) return [];
    if (!sensitive.includes(permission)) return [`tests/architecture/grants.test.ts: remove '${permission}' from HOLDERS; no menu has it`];
    const line = `'${permission}': [${held.map((role) => `'${role}'`).join(', ')}],`;
    return [
      `server/seed/defaults/grants.ts gives ${permission} to [${held.join(', ')}]; if that is meant, write in HOLDERS of grants.test.ts: ${line}`,
    ];
  });
  expect(wrong).toEqual([]);
});

test('#47.7 a wildcard never grants a sensitive action; one that is written out does', () => {
  for (const action of ['audit', 'approve', 'pay', 'refund', 'confirm', 'realName', 'document'])
    expect([action, granted(['some:*:*'], `some:thing:${action}`), granted([`some:*:${action}`], `some:thing:${action}`)]).toEqual([
      action,
      false,
      true,
    ]);
  expect(granted(['system:*:*'], 'system:user:export')).toBe(false);
  expect(granted(['system:user:export'], 'system:user:export')).toBe(true);
  expect(granted(['system:*:*'], 'system:post:export')).toBe(true);
});

test('#47.7 every spreadsheet with personal data is in the list of sensitive permissions', () => {
  const exporting = contractCruds().filter(({ crud }) => crud.calls.includes('export'));
  expect(exporting.length).toBeGreaterThan(30);
  const missing = exporting.flatMap(({ file, crud }) => {
    const fields = Object.keys(crud.meta).filter((field) => personalField(crud.path, field));
    const permission = `${crud.permission}:export`;
    return fields.length === 0 || PERSONAL_EXPORTS.has(permission)
      ? []
      : [
          `${file}: the spreadsheet of ${crud.path} has ${fields.join(', ')}; add '${permission}', to PERSONAL_EXPORTS in server/seed/defaults/sensitive-permissions.ts`,
        ];
  });
  expect(missing).toEqual([]);
});
