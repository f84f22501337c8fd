import assert from 'node:assert/strict';

/** Sets the user agent of Safari on an iPhone, until the page is left. */
function beAnIphone() {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  for (const [name, value] of Object.entries({ userAgent, standalone: false })) Object.defineProperty(navigator, name, { value });
}

export default async function site({ phone, server, until, check, press, sees }) {
  const open = (path) => phone.open(server.origin + path);

  await check('a list grows as it is scrolled, to its end', async () => {
    await open('/cms/main/cmsReadingCenter');
    await sees('阅读中心');
    await until(
      (found) => found.includes('已经到底了'),
      () => {
        scrollTo(0, document.documentElement.scrollHeight);
        return document.querySelector('.end-line')?.textContent ?? '';
      },
    );
  });
  await check('a device that reports no storage space shows no empty storage card', async () => {
    await open('/personalCenter/download');
    await sees('还没有下载');
    const empty = () => [...document.querySelectorAll('.card')].filter((card) => card.textContent.trim() === '').length;
    const tells = await phone.inPage(() => typeof navigator.storage?.estimate === 'function');
    if (!tells) assert.equal(await phone.inPage(empty), 0);
  });
  await check('shows the home screen hint and instructions in Safari on an iPhone until it is dismissed, and not in other browsers', async () => {
    const notified = () => document.body.innerText.includes('把书舟放到主屏幕');
    assert.equal(await phone.inPage(notified), false);
    const comeAsIphone = async () => {
      await open('/personalCenter/profile');
      await sees('修改密码');
      await phone.inPage(beAnIphone);
      await press('返回');
      // The recently read books move the rows down when they load.
      await until(Boolean, () => document.querySelector('.me-recent .me-book .cover') !== null);
    };
    await comeAsIphone();
    await press('我的下载');
    await press('怎么添加');
    await sees('往下翻，点「添加到主屏幕」');
    await press('关闭');
    await press('不再提示添加到主屏幕');
    await comeAsIphone();
    await sees('添加到主屏幕');
    await press('我的下载');
    await sees('还没有下载');
    assert.equal(await phone.inPage(notified), false);
  });
}
