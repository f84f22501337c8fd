import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileRoutes, type FileRoutes } from './file-routes.ts';
import { MOST_BYTES } from './hostile-files.ts';
import { longestHold, MOST_HOLD_MS } from './loop-hold.ts';

let all: FileRoutes;
beforeAll(async () => {
  all = await fileRoutes();
});
afterAll(() => all.close());

test('x', async () => {
  const keys = all.town.app.endpoints.filter((e) => e.multipart).map((e) => e.key);
  console.log(
    'missing',
    keys.filter((k) => !all.routes[k]),
    'more',
    Object.keys(all.routes).filter((k) => !keys.includes(k as never)),
  );
  for (const [key, route] of Object.entries(all.routes)) {
    for (const file of route.files) {
      const t = performance.now();
      const { held, result } = await longestHold(() => route.send(file));
      const ms = performance.now() - t;
      console.log(
        `${held > 100 ? '!!!' : '   '} ${held.toFixed(0).padStart(5)} ${ms.toFixed(0).padStart(6)} ${file.bytes.length > MOST_BYTES ? 'BIG' + file.bytes.length : ''} ${key} | ${file.what} | ${result.status} ${result.body.slice(0, 90)}`,
      );
    }
  }
  expect(MOST_HOLD_MS).toBeGreaterThan(0);
}, 900_000);
