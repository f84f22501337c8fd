import { contractOf } from './gen-contract.ts';
import { pascal } from './gen-guess.ts';
import { quoted, tableTypeOf, type GenModel } from './gen-model.ts';
import { pageOf } from './gen-page.ts';
import { migrationOf, routesOf, tableTypeFileOf } from './gen-server.ts';

/** A line to insert into an existing source file, after the text it names. */
export interface Joint {
  readonly file: string;
  readonly after: string;
  readonly line: string;
}

/** Returns all generated files by their path in this repository, and `接入说明.md`. `number` is the number of the migration. */
export function filesOf(model: GenModel, number: number): Record<string, string> {
  const all = [model, ...(model.sub ? [model.sub.model] : [])];
  const files: Record<string, string> = {};
  for (const [at, one] of all.entries()) {
    files[`contract/${one.area}/${one.file}.ts`] = contractOf(one);
    files[`server/${one.area}/${one.file}.routes.ts`] = routesOf(one);
    files[`server/db/${one.file}-table.ts`] = tableTypeFileOf(one);
    files[`server/db/migrations/${migrationName(one, number + at)}.ts`] = migrationOf(one);
  }
  files[`src/admin/${model.area}/${model.file}.page.tsx`] = pageOf(model);
  files['接入说明.md'] = guide(model, number);
  return files;
}

const migrationName = (model: GenModel, number: number): string => `${String(number).padStart(3, '0')}-${model.file}`;

/** The lines that register the generated code in the application. */
export function jointsOf(model: GenModel, number: number): Joint[] {
  const all = [model, ...(model.sub ? [model.sub.model] : [])];
  return [
    ...all.flatMap((one, at) => [
      {
        file: 'server/db/tables.ts',
        after: "import type { Generated } from 'kysely';",
        line: `import type { ${tableTypeOf(one)} } from './${one.file}-table.ts';`,
      },
      {
        file: 'server/db/tables.ts',
        after: '  user: UserTable;',
        line: `  ${one.table}: ${tableTypeOf(one)};`,
      },
      {
        file: 'server/db/migrate.ts',
        after: "import type { Database } from './database.ts';",
        line: `import * as ${one.noun}Migration from './migrations/${migrationName(one, number + at)}.ts';`,
      },
      { file: 'server/db/migrate.ts', after: 'const MIGRATIONS = {', line: `  '${migrationName(one, number + at)}': ${one.noun}Migration,` },
      {
        file: 'server/routes.ts',
        after: "import type { App } from './http/serve.ts';",
        line: `import { ${one.noun}Routes } from './${one.area}/${one.file}.routes.ts';`,
      },
      { file: 'server/routes.ts', after: 'export const ROUTES: readonly ((app: App) => void)[] = [', line: `  ${one.noun}Routes,` },
    ]),
    { file: 'src/admin/pages.ts', after: 'export const PAGES: readonly PageEntry[] = [', line: pageEntry(model) },
    { file: 'server/seed/defaults/menus.ts', after: 'export const MENUS: readonly MenuEntry[] = [', line: menuEntry(model) },
  ];
}

const pageEntry = (model: GenModel): string => `  {
    path: '/${model.noun}',
    component: '${model.area}/${model.noun}/index',
    title: ${quoted(model.name)},
    Page: page(async () => (await import('./${model.area}/${model.file}.page.tsx')).${pascal(model.noun)}Page),
  },`;

const menuEntry = (model: GenModel): string =>
  `  { name: ${quoted(model.name)}, path: '${model.noun}', icon: 'list', component: '${model.area}/${model.noun}/index', permission: '${model.area}:${model.noun}', buttons: buttons(${model.plain ? "'query remove export'" : ''}) },`;

/** Uses a code fence that is longer than any fence in the text. */
function guide(model: GenModel, number: number): string {
  const parts = jointsOf(model, number).map(
    ({ file, after, line }) => `### ${file}\n\n在 \`${after}\` 之后加入：\n\n\`\`\`\`\`ts\n${line}\n\`\`\`\`\`\n`,
  );
  return `# 接入说明

把压缩包里的文件按原路径放进程序目录，再加入下面几处。菜单行可以移到任何目录的 \`below\` 里，同时把页面的 \`path\` 改成菜单的完整地址。
表已经在别的迁移和类型里时，不要加入 \`server/db\` 下的文件和对应的行。

${parts.join('\n')}
最后运行 \`npx prettier --write .\` 和 \`npm test\`。
`;
}
