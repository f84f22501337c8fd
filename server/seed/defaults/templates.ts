import { TEMPLATE_TYPE_NAMES, TEMPLATE_TYPES } from '../../../contract/template/template-types.ts';
import type { Tx } from '../../db/database.ts';
import { DEFAULT_TEMPLATES } from '../../template/default-templates.ts';
import type { Stamps } from './seed-menus.ts';

/** Names of the variables in the blocks of a document, each once. */
const variablesIn = (blocks: unknown): string[] => [
  ...new Set([...JSON.stringify(blocks).matchAll(/\{#?([\p{Script=Han}]+)\}/gu)].map(([, name = '']) => name)),
];

/** One default template for each type; its document is built by the program until staff upload their own. */
export async function seedTemplates(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  const rows = TEMPLATE_TYPES.filter((type) => isNew(`template ${type}`)).map((templateType) => ({
    templateName: `${TEMPLATE_TYPE_NAMES[templateType]}（标准）`,
    templateType,
    variables: JSON.stringify(variablesIn(DEFAULT_TEMPLATES[templateType])),
    isDefault: '1' as const,
    ...base,
  }));
  if (rows.length > 0) await tx.insertInto('template').values(rows).execute();
}
