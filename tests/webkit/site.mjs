import assert from 'node:assert/strict';

export default async function site({ phone, house, check, sees }) {
  const open = (path) => phone.open(house.origin + path);

  await check('a device that tells nothing of its space has no empty card where the space would stand', async () => {
    await open('/personalCenter/download');
    await sees('还没有下载');
    const empty = () => [...document.querySelectorAll('.card')].filter((card) => card.textContent.trim() === '').length;
    const tells = await phone.inPage(() => typeof navigator.storage?.estimate === 'function');
    if (!tells) assert.equal(await phone.inPage(empty), 0);
  });
}
