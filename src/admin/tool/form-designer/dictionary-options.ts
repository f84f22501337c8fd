import { entriesOfType } from '../../../../contract/system/dictionary-entry.ts';
import type { Form, FormOption } from '../../../../contract/workflow/form-content.ts';
import { dictionariesOf, withDictionaries } from '../../../../contract/workflow/form-dictionary.ts';
import { call } from '../../../api/call.ts';

const load = async (type: string): Promise<readonly FormOption[]> =>
  (await call(entriesOfType, { params: { type } })).map(({ dictLabel, dictValue }) => ({ label: dictLabel, value: dictValue }));

/** Returns the form with the present entries of its dictionaries. A dictionary that cannot be read leaves the options as they are. */
export async function withPresentDictionaries(form: Form, loadEntries: typeof load = load): Promise<Form> {
  const found = await Promise.all(
    dictionariesOf(form).map(async (type): Promise<[string, readonly FormOption[]][]> => {
      try {
        return [[type, await loadEntries(type)]];
      } catch {
        return [];
      }
    }),
  );
  return withDictionaries(form, new Map(found.flat()));
}
