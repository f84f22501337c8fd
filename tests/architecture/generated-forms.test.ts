import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONFIG, type Form } from '../../contract/workflow/form-content.ts';
import { newField } from '../../contract/workflow/form-field.ts';
import { PALETTE } from '../../contract/workflow/form-palette.ts';
import { parseForm } from '../../contract/workflow/form-parser.ts';
import { codeForm } from '../../src/admin/tool/form-designer/code-generator/code-form.ts';
import { reactComponent } from '../../src/admin/tool/form-designer/code-generator/react-component.ts';
import { formFixture } from '../support/form-fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const node = join(ROOT, 'node_modules', '.bin', 'node');
const SLOW_MS = 180_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-forms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const everyComponent: Form = {
  config: DEFAULT_CONFIG,
  fields: PALETTE.map((entry, at) => newField(entry, { formId: 101 + at, config: DEFAULT_CONFIG, now: 1 })),
};
const FORMS: readonly (readonly [string, Form])[] = [
  ['every', everyComponent],
  ...['topic-declaration.json', 'leave-request.flat.json', 'expense.ours.json'].map((name): [string, Form] => [
    name.split('.')[0] ?? '',
    parseForm(formFixture(name)).form,
  ]),
];

test(
  'point 18: the React export of every good form compiles under the strict settings of the project and passes its lint',
  async () => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await copyFile(join(ROOT, 'tsconfig.json'), join(folder, 'base.json'));
    await copyFile(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    const settings = { extends: './base.json', compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx' }, include: ['*.tsx'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    for (const [name, form] of FORMS)
      for (const kind of ['file', 'dialog'] as const) await writeFile(join(folder, `${name}-${kind}.tsx`), reactComponent(codeForm(form), kind));
    const failed = (error: { stdout?: string; stderr?: string }): string => `${error.stdout ?? ''}${error.stderr ?? ''}`;
    const compiled = await run(node, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], { cwd: folder }).then(() => '', failed);
    expect(compiled).toBe('');
    const linted = await run(node, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', '.'], { cwd: folder }).then(() => '', failed);
    expect(linted).toBe('');
  },
  SLOW_MS,
);
