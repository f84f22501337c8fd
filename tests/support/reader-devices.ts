import type { Change } from '../../contract/annotation/sync.ts';
import { testContext } from './test-context.ts';

/** A passage of the work in `devicesOfReader`. */
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

/** A server with one listed work, and one reader whose devices synchronise their notes. */
export async function devicesOfReader() {
  const town = await testContext();
  await town.addUser({ userName: 'reader' });
  const reader = await town.as('reader');
  const now = Date.now();
  const times = { listTime: now, createTime: now, updateTime: now };
  const work = { id: 1, publishNo: 'n1', kind: 'book' as const, title: '桥', authorsText: '', edition: 1, status: 'listed' as const, ...times };
  await town.context.db.insertInto('publication').values(work).execute();
  return {
    /** Sends an object and returns the changes that the device receives after it; all changes from the start. */
    async say(device: string, object: object): Promise<Change[]> {
      const payload = { deviceId: `device-${device}`, device, cursor: 0, objects: [object] };
      const answer = await town.app.inject({ method: 'POST', url: '/prod-api/info/annotation/sync', headers: reader, payload });
      return answer.json<{ data: { changes: Change[] } }>().data.changes;
    },
    close: () => town.close(),
  };
}
