import { expect, test } from 'vitest';
import type { FieldMeta } from '../../contract/field.ts';
import { personalField, PUBLIC_CONTACTS } from '../../contract/identity/personal-fields.ts';
import { DICTIONARIES } from '../../server/seed/defaults/dictionaries.ts';
import { SYSTEM_DICTIONARIES } from '../../server/seed/defaults/system-dictionaries.ts';
import { contractCruds } from '../support/contract-parts.ts';

interface Field {
  readonly file: string;
  readonly path: string;
  readonly name: string;
  readonly meta: FieldMeta;
}

/** Every field of every resource, with the columns of the tables inside forms. */
const FIELDS: readonly Field[] = contractCruds().flatMap(({ file, crud }) =>
  Object.entries(crud.meta).flatMap(([name, meta]) =>
    [[name, meta] as const, ...Object.entries(meta.columns ?? {})].map(([field, one]) => ({ file, path: crud.path, name: field, meta: one })),
  ),
);

const NAMES = /phone|mobile|e?mail$|idcard|^identity|bankaccount|^realname$|contact|^wechatid$|^ip$|ipaddr/i;
const LABELS = /手机号|电话|邮箱|证件号|身份证|银行账号|真实姓名|联系方式|联系人|微信号/;
const looksPersonal = ({ name, meta }: Field): boolean =>
  (meta.kind === 'text' || meta.kind === 'long') && (NAMES.test(name) || LABELS.test(meta.label));
const kindOf = ({ name, meta }: Field): string =>
  /mail/i.test(name) || meta.label.includes('邮箱') ? 'email' : /idcard|identity/i.test(name) || /证/.test(meta.label) ? 'identity' : 'phone';

test('#47.7 a field with a phone number, an e-mail address or an identity number is declared personal or public', () => {
  const personal = FIELDS.filter(looksPersonal);
  expect(personal.length).toBeGreaterThan(15);
  const missing = personal
    .filter(({ path, name }) => !personalField(path, name) && !PUBLIC_CONTACTS.some((one) => one.path === path && one.field === name))
    .map(
      (field) =>
        `${field.file}: ${field.name} (${field.meta.label}) is shown unmasked; add to PERSONAL_FIELDS in contract/identity/personal-fields.ts: ` +
        `{ field: '${field.name}', label: '${field.meta.label}', kind: '${kindOf(field)}', needs: ['…:…:query'], under: '${field.path}' },`,
    );
  expect(missing).toEqual([]);
});

test('#47.7 every public contact is still a field of the contract', () => {
  expect(PUBLIC_CONTACTS.filter(({ path, field }) => !FIELDS.some((one) => one.path === path && one.name === field))).toEqual([]);
});

test('#47.7 every dictionary that a field names is seeded with entries', () => {
  const seeded = new Map([...DICTIONARIES, ...SYSTEM_DICTIONARIES].map(([type, , entries]) => [type, entries.length]));
  const named = FIELDS.filter(({ meta }) => meta.dict);
  expect(named.length).toBeGreaterThan(100);
  const missing = named
    .filter(({ meta }) => !seeded.get(meta.dict ?? ''))
    .map(
      ({ file, name, meta }) =>
        `${file}: ${name} names the dictionary ${meta.dict}, which is not seeded; add to server/seed/defaults/dictionaries.ts: ` +
        `['${meta.dict}', '${meta.label}', [['value', '名称']]],`,
    );
  expect(missing).toEqual([]);
});
