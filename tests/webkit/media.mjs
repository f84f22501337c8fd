import assert from 'node:assert/strict';

export default async function watching({ phone, server, until, check, press }) {
  const { rows } = await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=video&pageSize=20');
  const film = rows.find(({ isFree, title }) => isFree && title === '守灯人的一天').publishId;
  const seconds = () => document.querySelector('video')?.currentTime ?? -1;
  const open = () => phone.open(`${server.origin}/cms/main/collectedVideoPlay?publishId=${film}`);

  await check('a film with captions plays, shows them, and starts at its last position when it is opened again', async () => {
    await open();
    await press('播放视频');
    await until((found) => found > 5.5, seconds);
    const said = () => [...document.querySelector('video').textTracks].map(({ mode, activeCues }) => `${mode} ${activeCues.length}`).join();
    assert.equal(await phone.inPage(said), 'showing 1');
    await until(
      (found) => found.includes('Five lamps'),
      () => document.querySelector('.transcript [aria-current]')?.textContent ?? '',
    );
    const left = await phone.inPage(seconds);
    await phone.open(`${server.origin}/cms/main/cmsReadingCenter`);
    await open();
    await until((found) => found >= left && found < left + 3, seconds);
  });
  await check('a line of the transcript can be selected to seek, and a film plays at the chosen speed', async () => {
    await press('A boat passes');
    await until((found) => found >= 10 && found < 14, seconds);
    await press('播放视频');
    await press('倍速');
    await press('1.5x');
    await until(
      (found) => found === 1.5,
      () => document.querySelector('video').playbackRate,
    );
  });
}
