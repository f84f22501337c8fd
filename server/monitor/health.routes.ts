import { sql } from 'kysely';
import { API_PREFIX } from '../../contract/limits.ts';
import type { App } from '../http/serve.ts';

/** For the machine that watches: `health` does no I/O, `ready` asks the database and the file store. */
export function healthRoutes(app: App): void {
  app.get(`${API_PREFIX}/health`, () => ({ code: 200 }));
  app.get(`${API_PREFIX}/ready`, async (_request, reply) => {
    try {
      await sql`select 1`.execute(app.house.db);
      await app.house.files.size('ready');
      return { code: 200, msg: '操作成功' };
    } catch (error) {
      app.log.error({ err: error }, 'not ready');
      return reply.status(503).send({ code: 500, msg: '数据库或文件存储暂时不可用' });
    }
  });
}
