import { allFields, isRepeat, isRow, type FormField } from '../../contract/workflow/form-content.ts';
import { parseForm } from '../../contract/workflow/form-parser.ts';
import type { Tx } from '../db/database.ts';
import type { FlowGraph } from './engine/flow-graph.ts';
import { deployForm } from './flow-instance.queries.ts';

const TITLE_MAX = 60;
const KINDS = ['input', 'textarea'] as const;

/**
 * Title of an instance that a form started, for lists: what the starter wrote into the first required line of text, otherwise into the
 * first required text area. A field that some node hides gives no title, because everybody with a task sees it.
 */
export async function instanceTitle(tx: Tx, definitionId: number, graph: FlowGraph, variables: Readonly<Record<string, unknown>>): Promise<string> {
  const content = (await deployForm(tx, definitionId))?.formContent;
  if (!content) return '';
  const hidden = new Set(
    [...graph.nodes.values()].flatMap(({ task }) =>
      Object.entries(task?.settings.fieldRights ?? {}).flatMap(([name, right]) => (right === 'hidden' ? [name] : [])),
    ),
  );
  const fields = lineFields(content).filter(({ required, vModel }) => required && vModel !== undefined && !hidden.has(vModel));
  for (const kind of KINDS)
    for (const { tagIcon, vModel = '' } of fields) {
      const value = tagIcon === kind && Object.hasOwn(variables, vModel) ? variables[vModel] : null;
      const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
      if (text !== '') return [...text].length > TITLE_MAX ? `${[...text].slice(0, TITLE_MAX).join('')}…` : text;
    }
  return '';
}

/** Fields with one value; rows of a repeated table have many. */
function lineFields(content: string): FormField[] {
  try {
    const { fields } = parseForm(content, { repair: false }).form;
    const inTables = new Set(
      allFields(fields)
        .filter(isRepeat)
        .flatMap((table) => allFields(table.children ?? [])),
    );
    return allFields(fields).filter((field) => !isRow(field) && !inTables.has(field));
  } catch {
    // The form of another designer: stored, but not read here.
    return [];
  }
}
