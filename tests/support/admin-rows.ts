import type { BrowserServer } from './browser-server.ts';

/** Adds a row on every admin page that the demo data leaves empty, so that its actions are available. */
export async function adminRows(server: BrowserServer): Promise<void> {
  const clerk = await server.logIn('admin');
  const reader = await server.logIn('reader1');
  const add = (path: string, row: object) => server.call(clerk, 'POST', path, row);
  await add('/system/listener', { name: '记一笔', type: '1', eventType: 'create', valueType: 'classListener', value: 'notes.write' });
  await add('/system/expression', { name: '申请人', expression: '${INITIATOR}', dataType: 'dynamic' });
  await add('/program/field', { label: '丛书名', fieldKey: 'series' });
  const { data: user } = (await add('/system/user', { userName: 'leaving', nickName: '将离', password: 'Harbour-lamp-26' })) as {
    data: { userId: number };
  };
  await server.call(clerk, 'DELETE', `/system/user/${user.userId}`);
  const { rows } = (await server.call(clerk, 'GET', '/cms/publish/list?status=listed')) as { rows: { publishId: number }[] };
  const passage = {
    documentIndex: 0,
    chapterTitle: '第一章',
    cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:4)',
    text: '桥上的等',
    before: '天黑以后，',
    after: '亮了。',
  };
  const report = { kind: 'erratum', clientId: 'erratum-1', base: 0, clock: 1, deleted: false, editionId: 1, wrong: '“等”应为“灯”', ...passage };
  const objects = [{ ...report, publishId: rows[0]?.publishId }];
  await server.call(reader, 'POST', '/info/annotation/sync', { deviceId: 'device-one', device: '手机', cursor: 0, objects });
  const { data: work } = (await add('/cms/publish/audio', { kind: 'audio', title: '未完的录音', authorsText: '何语' })) as {
    data: { publishId: number };
  };
  await server.call(clerk, 'DELETE', `/cms/publish/${work.publishId}`);
}
