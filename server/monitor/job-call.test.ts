import { beforeAll, expect, test } from 'vitest';
import { AREAS } from '../areas.ts';
import { readCall } from './job-call.ts';
import { targetOf } from './job-targets.ts';

/** The targets are those of the areas. */
beforeAll(() => expect(AREAS.flatMap(({ jobs }) => jobs ?? []).length).toBeGreaterThan(10));

test('reads the literals of compatible clients: strings, booleans, 100L, 1.5D and integers', () => {
  const call = readCall(`demo.take('一, (二)', "b", true, false, 2000L, -3, 316.50D)`);
  expect(call?.args.map((one) => [one.kind, one.value])).toEqual([
    ['text', '一, (二)'],
    ['text', 'b'],
    ['yes', true],
    ['yes', false],
    ['whole', 2000],
    ['whole', -3],
    ['decimal', 316.5],
  ]);
  expect(readCall('session.sweep( )')).toEqual({ name: 'session.sweep', args: [] });
});

const REJECTED = [
  `require('child_process').execSync('id')`,
  `process.mainModule.require('child_process')`,
  `constructor.constructor('return process')()`,
  `__proto__.polluted(1)`,
  `toString.call(1)`,
  `hasOwnProperty.call('x')`,
  `recycle.purge(30); process.exit()`,
  `recycle.purge(30)(1)`,
  `recycle.purge(process.env)`,
  'recycle.purge(`30`)',
  `recycle.purge('30')`,
  `recycle.purge(30.5D)`,
  `recycle.purge(0)`,
  `recycle.purge()`,
  `recycle.purge(30, 1)`,
  `recycle.purge(30,)`,
  `recycle.purge(,30)`,
  `recycle.purge(1e9)`,
  `recycle.purge(0x1e)`,
  `recycle.constructor(1)`,
  `Recycle.purge(30)`,
  `recycle['purge'](30)`,
  `org.yaml.snakeyaml.Yaml.load('!!javax.script.ScriptEngineManager')`,
  `rmi://127.0.0.1/x`,
  `ldap://127.0.0.1/x`,
  `http://127.0.0.1/x`,
  `ryTask.ryNoParams`,
  ``,
];
test.each(REJECTED)('A6 rejects the target %s', (text) => expect(() => targetOf(text)).toThrow(/调用目标|recycle\.purge/));
