import type { FormField, FormOption } from '../../../../contract/workflow/form-content.ts';
import { optionLoader } from '../../../form-renderer/form-source.ts';
import { NEW_FORM } from './designer.store.ts';

/** Returns why an address cannot be a source of options (form-designer §5.3); the server decides about hosts. */
export function sourceProblem(url: string, method: string): string | null {
  if (url.startsWith('/prod-api/')) return method === 'get' ? null : '本站数据只能用 get 读取';
  return /^https:\/\/[^/\s]+/.test(url) ? null : '接口地址不在允许的范围内';
}

/** Reads the options of a field from its source through the server, which alone contacts other hosts. */
export const fetchOptions = async (field: FormField): Promise<readonly FormOption[]> => (await optionLoader(NEW_FORM, 'direct')(field)).options;
