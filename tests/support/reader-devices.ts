import type { Change } from '../../contract/annotation/sync.ts';
import { testContext } from './test-context.ts';

/** A passage of the work of `devicesOfReader`. */
export const PASSAGE = {
  publishId: 1,
  editionId: 1,
  documentIndex: 0,
  chapterTitle: '',
  cfi: 'epubcfi(/6/2)',
  text: '罗盘',
  before: '',
  after: '',
} as const;

/** A house with one listed work, and one reader whose devices tell it of what he wrote. */
export async function devicesOfReader() {
  const town = await testContext();
  await town.addUser({ userName: 'reader' });
  const reader = await town.as('reader');
  const now = Date.now();
  const times = { listTime: now, createTime: now, updateTime: now };
  const work = { id: 1, publishNo: 'n1', kind: 'book' as const, title: '桥', authorsText: '', edition: 1, status: 'listed' as const, ...times };
  await town.context.db.insertInto('publication').values(work).execute();
  return {
    /** What the device hears after it has said that; of everything, from the beginning. */
    async say(device: string, object: object): Promise<Change[]> {
      const payload = { deviceId: `device-${device}`, device, cursor: 0, objects: [object] };
      const answer = await town.app.inject({ method: 'POST', url: '/prod-api/info/annotation/sync', headers: reader, payload });
      return answer.json<{ data: { changes: Change[] } }>().data.changes;
    },
    close: () => town.close(),
  };
}
