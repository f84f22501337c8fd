import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withCopy } from './own-copy.ts';

const part = 'var a=2,b=e=>e*a;function $c(){return b(3)}export{a as n,b,$c as t};\n';

it('inserts a part in place of its import, under the names the page uses', () => {
  const code = withCopy('const before=1;import{t as x,b}from"./loader-Ab_1-x.js";import{q}from"./other.js";', 'assets/loader-Ab_1-x.js', part);
  expect(code).not.toContain('loader');
  expect(code).toContain('import{q}from"./other.js";');
  const run = runInNewContext(`${code.replace(/import\{q\}[^;]*;/, '')}[before,x(),b(5)].join()`) as string;
  expect(run).toBe('1,6,10');
});

it('rejects a part that is not imported, or that has imports itself', () => {
  expect(() => withCopy('import{t}from"./other.js";', 'assets/loader-Ab_1-x.js', part)).toThrow('loader-Ab_1-x.js');
  expect(() => withCopy('import{t}from"./loader-Ab_1-x.js";', 'assets/loader-Ab_1-x.js', `import{z}from"./z.js";${part}`)).toThrow();
});
