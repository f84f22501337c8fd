import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHouse, type TestHouse } from '../../tests/support/test-house.ts';

let town: TestHouse;
beforeAll(async () => {
  town = await testHouse();
  await town.addUser({ userName: 'reader', password: 'right-pass-1' });
});
afterAll(() => town.close());

test('ASVS 6.3.1: the old password is not found by trying with a session that was taken', async () => {
  const headers = await town.as('reader');
  const change = async (oldPassword: string) =>
    (
      await town.app.inject({
        method: 'PUT',
        url: '/prod-api/system/user/profile/updatePwd',
        headers,
        payload: { oldPassword, newPassword: 'other-pass-1' },
      })
    ).json<{ code: number }>();
  for (let index = 0; index < 5; index += 1) expect(await change(`wrong-pass-${index}`)).toMatchObject({ code: 500 });
  expect(await change('right-pass-1')).toMatchObject({ code: 429 });
});
