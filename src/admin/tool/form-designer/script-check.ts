import { parse } from 'acorn';

/** The object after `export default`, or why the script cannot run. `note` is a hint, `error` is an error (S5.10). */
export type CheckedScript = { readonly object: string } | { readonly error: string } | { readonly note: string };

/** Checks the script of the code preview: it must consist of one `export default` statement. */
export function checkScript(script: string): CheckedScript {
  let body: readonly { readonly type: string; readonly declaration?: unknown }[];
  try {
    ({ body } = parse(script, { ecmaVersion: 'latest', sourceType: 'module' }) as { body: typeof body });
  } catch (error) {
    return { error: `js错误：${error instanceof Error ? error.message : String(error)}` };
  }
  if (body.length > 1) return { note: 'js格式不能识别，仅支持修改export default的对象内容' };
  const [statement] = body;
  if (statement?.type !== 'ExportDefaultDeclaration') return { error: '请使用export default' };
  const { start, end } = statement.declaration as { start: number; end: number };
  return { object: script.slice(start, end) };
}
