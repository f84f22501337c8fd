import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCrud, CallName } from '../../contract/crud.ts';
import { contractCruds, contractEndpoints } from '../support/contract-parts.ts';
import { testContext, type TestContext } from '../support/test-context.ts';

let t: TestContext;
let served: ReadonlySet<string>;
beforeAll(async () => {
  t = await testContext();
  served = new Set(t.app.endpoints.map(({ key }) => key));
});
afterAll(() => t.close());

const KEY: Readonly<Record<CallName, (crud: AnyCrud) => string>> = {
  list: (crud) => crud.list.key,
  get: (crud) => crud.get.key,
  add: (crud) => crud.add.key,
  edit: (crud) => crud.edit.key,
  remove: (crud) => crud.remove.key,
  export: (crud) => crud.export.key,
  import: (crud) => crud.importData.key,
};

/** The routes that belong to a file of the contract: contract/system/post.ts is served in server/system/post.routes.ts. */
const routesOf = (file: string): string => file.replace(/^contract/, 'server').replace(/\.ts$/, '.routes.ts');

test('#47.7 every endpoint of the contract is served', () => {
  const endpoints = contractEndpoints();
  expect(endpoints.length).toBeGreaterThan(500);
  const missing = endpoints
    .filter(({ endpoint }) => !served.has(endpoint.key))
    .map(
      ({ file, endpoint }) => `${file}: nothing serves ${endpoint.key}; add to ${routesOf(file)}: serve(app, …, ({ context, currentUser }) => …);`,
    );
  expect(missing).toEqual([]);
});

test('#47.7 every call of every resource is served', () => {
  const cruds = contractCruds();
  expect(cruds.length).toBeGreaterThan(50);
  const missing = cruds.flatMap(({ file, crud }) =>
    crud.calls
      .filter((name) => !served.has(KEY[name](crud)))
      .map(
        (name) =>
          `${file}: nothing serves '${name}' of ${crud.path}; add to ${routesOf(file)}: serveCrud(app, …, { table, … }); or take '${name}' out of \`calls\``,
      ),
  );
  expect(missing).toEqual([]);
});
