import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '../support/epub-maker.ts';

export default async function admin({ phone, server, until, check, press, sees }) {
  /** Returns null while the element is absent, or is still moving into view. */
  const centre = (wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && box.width > 0 && box.right <= innerWidth && box.bottom <= innerHeight ? [box.left + box.width / 2, box.top + box.height / 2] : null;
  };
  const tapOn = async (selector) => phone.tap(...(await until(Boolean, centre, selector)));

  await check('an editor signs in on the login page, uploads a book, and fills in its form', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shuzhou-webkit-'));
    const file = join(folder, '灯塔来信.epub');
    await writeFile(file, await makeEpub({ title: '灯塔来信', chapters: { 'c1.xhtml': '<p>守塔人的信。</p>' } }));
    await phone.resize(1280, 900);
    try {
      await phone.forget();
      await phone.open(`${server.origin}/publication/publicationList`);
      await tapOn('input[name=username]');
      await phone.type('worksadmin');
      await tapOn('input[name=password]');
      await phone.type(server.password);
      await press('登录');
      await press('上传电子书');
      await until(Boolean, () => document.querySelector('input[type=file]') !== null);
      await phone.choose('input[type=file]', file);
      await sees('电子书已经可以阅读');
      // The time to open depends on the machine.
      await until(
        (found) => found === 0,
        () => document.getAnimations().length,
      );
      await press('去完善');
      await until(
        (found) => found === '灯塔来信',
        () => document.querySelector('.ant-drawer #title')?.value ?? '',
      );
      await tapOn('.ant-drawer #publishDate');
      const week = () => document.querySelector('.ant-picker-content thead')?.textContent ?? '';
      assert.equal(await until((found) => found !== '', week), '一二三四五六日');
      // A list that is still opening moves under the pointer.
      await until(
        (found) => found === '1',
        () => getComputedStyle(document.querySelector('.ant-picker-dropdown')).opacity,
      );
      await press('今天');
      await until(
        (found) => /^\d{4}-\d\d-\d\d$/.test(found),
        () => document.querySelector('#publishDate').value,
      );
      await press('保存');
      await sees('保存成功');
    } finally {
      await phone.resize(390, 844);
      await rm(folder, { recursive: true, force: true });
    }
  });
}
