import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { allOf } from './all-of.ts';
import { queryClient, queryOf } from './query-client.ts';
import { withKey } from './with-key.ts';

const shelf = endpoint('GET /shelf/{shelfId}', {
  summary: '架上的书',
  access: 'public',
  params: z.object({ shelfId: z.number() }),
  data: z.array(z.string()),
});

test('#47.5 the key of a query comes from the endpoint and its input, and all queries of an endpoint are found by it', () => {
  const one = queryOf(shelf, { params: { shelfId: 1 } });
  const stored = withKey(queryOf(shelf, { params: { shelfId: 2 } }), 'passing');
  expect(one.queryKey).toEqual([shelf.key, { params: { shelfId: 1 } }]);
  expect(stored.queryKey).toEqual([shelf.key, { params: { shelfId: 2 } }, 'passing']);
  expect(stored.queryFn).toBeInstanceOf(Function);
  queryClient.setQueryData(one.queryKey, ['甲']);
  queryClient.setQueryData(stored.queryKey, ['乙']);
  queryClient.setQueryData(['GET /other', {}], ['丙']);
  expect(queryClient.getQueriesData(allOf(shelf)).map(([, data]) => data)).toEqual([['甲'], ['乙']]);
});
