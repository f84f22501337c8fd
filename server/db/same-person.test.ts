import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { accountsOfPerson, isSamePerson, samePerson, samePersonSql, type PersonKeys } from './same-person.ts';

const people: PersonKeys[] = ['', 'k1', 'k2'].flatMap((identityKey) =>
  ['', '13800000001'].flatMap((phonenumber) =>
    ['', 'a@b.test', 'A@B.test'].flatMap((email) => [1, 2].map((id) => ({ id, identityKey, phonenumber, email }))),
  ),
);

test('#47.1 the rule for rows and the rule for statements agree on every combination of account, document, phone and mail', async () => {
  const {
    context: { db },
    close,
  } = await testContext();
  const literal = (person: PersonKeys) =>
    sql`(select cast(${person.id} as integer) as id, cast(${person.identityKey} as text) as ${sql.ref('identityKey')},
      cast(${person.phonenumber} as text) as phonenumber, cast(${person.email} as text) as email)`;
  let same = 0;
  for (const one of people)
    for (const other of people) {
      const { rows } = await sql<{ answer: number | boolean }>`select ${samePersonSql('a', 'b')} as answer
        from ${literal(one)} as a, ${literal(other)} as b`.execute(db);
      const answer = Boolean(rows[0]?.answer);
      expect({ one, other, answer }).toEqual({ one, other, answer: isSamePerson(one, other) });
      if (answer) same += 1;
    }
  expect(same).toBeGreaterThan(people.length);
  expect(same).toBeLessThan(people.length ** 2);
  await close();
});

test('#47.1 a person has all accounts with the same document, and empty values join nobody', async () => {
  const {
    context: { db },
    addUser,
    close,
  } = await testContext();
  const [one, two, three] = [await addUser({ userName: 'one' }), await addUser({ userName: 'two' }), await addUser({ userName: 'three' })];
  const accountsOf = async (id: number) => [
    ...(await accountsOfPerson(db, await db.selectFrom('user').select(['id', 'identityKey']).where('id', '=', id).executeTakeFirstOrThrow())),
  ];
  expect(await accountsOf(one)).toEqual([one]);
  expect(await samePerson(db, one, two)).toBe(false);
  await db.updateTable('user').set({ identityKey: 'k' }).where('id', 'in', [one, two]).execute();
  expect((await accountsOf(one)).sort()).toEqual([one, two].sort());
  expect(await samePerson(db, one, two)).toBe(true);
  expect(await samePerson(db, one, three)).toBe(false);
  await close();
});
