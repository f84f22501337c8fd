import { contractOf } from './gen-contract.ts';
import { pascal } from './gen-guess.ts';
import { quoted, type GenModel } from './gen-model.ts';
import { pageOf } from './gen-page.ts';
import { migrationOf, routesOf, tableTypeFileOf } from './gen-server.ts';

/** A line to insert into an existing source file, after the text it names. */
export interface Joint {
  readonly file: string;
  readonly after: string;
  readonly line: string;
}

type Side = 'contract' | 'server' | 'src';

/** Where the generated code goes: `number` is the number of its migration, `lacking` the sides on which its area has no manifest yet. */
export interface Place {
  readonly number: number;
  readonly lacking: readonly Side[];
}

/** Returns all generated files by their path in this repository, and `接入说明.md`. */
export function filesOf(model: GenModel, place: Place): Record<string, string> {
  const { number } = place;
  const all = [model, ...(model.sub ? [model.sub.model] : [])];
  const files: Record<string, string> = Object.fromEntries(
    place.lacking.map((side) => [manifestPath(model.area, side), manifestOf(model.area, side)]),
  );
  for (const [at, one] of all.entries()) {
    files[`contract/${one.area}/${one.file}.ts`] = contractOf(one);
    files[`server/${one.area}/${one.file}.routes.ts`] = routesOf(one);
    files[`server/db/${one.file}-table.ts`] = tableTypeFileOf(one);
    files[`server/db/migrations/${migrationName(one, number + at)}.ts`] = migrationOf(one);
  }
  files[`src/admin/${model.area}/${model.file}.page.tsx`] = pageOf(model);
  files['接入说明.md'] = guide(model, place);
  return files;
}

const migrationName = (model: GenModel, number: number): string => `${String(number).padStart(3, '0')}-${model.file}`;

/** The lines that register the generated code: one in the manifest of the area on each side, and what registers a new manifest. */
export function jointsOf(model: GenModel, { lacking }: Place): Joint[] {
  const { area } = model;
  const server = manifestPath(area, 'server');
  const routes = [model, ...(model.sub ? [model.sub.model] : [])].flatMap((one) => [
    { file: server, after: "import type { ServerArea } from '../area.ts';", line: `import { ${one.noun}Routes } from './${one.file}.routes.ts';` },
    { file: server, after: 'routes: [', line: `    ${one.noun}Routes,` },
  ]);
  return [
    ...lacking.flatMap((side) => registrations(area, side)),
    { file: manifestPath(area, 'contract'), after: `export const ${menuOf(area)}: AreaMenu = [`, line: menuRow(model) },
    ...routes,
    { file: manifestPath(area, 'src'), after: 'pages: {', line: pageRow(model) },
  ];
}

const manifestPath = (area: string, side: Side): string => `${side === 'src' ? 'src/admin' : side}/${area}/${area}.area.ts`;

/** The manifests of all sides for an area. */
export const manifestPaths = (area: string): readonly (readonly [Side, string])[] =>
  (['contract', 'server', 'src'] as const).map((side) => [side, manifestPath(area, side)]);

function manifestOf(area: string, side: Side): string {
  if (side === 'contract')
    return `import { buttons, menuPage, type AreaMenu } from '../menu.ts';\n\nexport const ${menuOf(area)}: AreaMenu = [\n];\n`;
  if (side === 'server') return `import type { ServerArea } from '../area.ts';\n\nexport const ${area}Area: ServerArea = {\n  routes: [\n  ],\n};\n`;
  return `import { page, type AdminArea } from '../ui/page-entry.ts';\n\nexport const ${area}Area: AdminArea = {\n  pages: {\n  },\n};\n`;
}

function registrations(area: string, side: Side): Joint[] {
  const [file, first, list, item] = {
    contract: [
      'contract/menus.ts',
      "import type { MenuEntry, MenuPage } from './menu.ts';",
      'export const ALL_PAGES: readonly MenuPage[] = [',
      menuOf(area),
    ],
    server: ['server/areas.ts', "import type { ServerArea } from './area.ts';", 'const AREAS: readonly ServerArea[] = [', `${area}Area`],
    src: ['src/admin/areas.ts', "import { MENU_PLACES } from '../../contract/menus.ts';", 'const AREAS: readonly AdminArea[] = [', `${area}Area`],
  }[side] as [string, string, string, string];
  return [
    { file, after: first, line: `import { ${item} } from './${area}/${area}.area.ts';` },
    { file, after: list, line: `  ${side === 'contract' ? '...' : ''}${item},` },
  ];
}

const menuOf = (area: string): string => `${area.toUpperCase()}_MENU`;

const pageRow = (model: GenModel): string =>
  `    '${model.area}/${model.noun}/index': page(async () => (await import('./${model.file}.page.tsx')).${pascal(model.noun)}Page),`;

const menuRow = (model: GenModel): string =>
  `  { ...menuPage(${quoted(model.name)}, 'list', '${model.area}/${model.noun}/index', '${model.area}:${model.noun}', buttons(${model.plain ? "'query remove export'" : ''})), directory: '' },`;

/** Uses a code fence that is longer than any fence in the text. */
function guide(model: GenModel, place: Place): string {
  const parts = jointsOf(model, place).map(
    ({ file, after, line }) => `### ${file}\n\n在 \`${after}\` 之后加入：\n\n\`\`\`\`\`ts\n${line}\n\`\`\`\`\`\n`,
  );
  return `# 接入说明

把压缩包里的文件按原路径放进程序目录，再加入下面几处。菜单行的 \`directory\` 可以改成 \`contract/menus.ts\` 里的任何目录，空的放在顶层。
表已经在别的迁移和类型里时，不要加入 \`server/db\` 下的文件。

${parts.join('\n')}
最后运行 \`npx prettier --write .\` 和 \`npm test\`。
`;
}
