import type { FormField } from '../../../../contract/workflow/form-content.ts';
import { parseForm } from '../../../../contract/workflow/form-parser.ts';
import { serializeField } from '../../../../contract/workflow/form-serializer.ts';

/** Text of copied fields, which another tab and another form can paste. */
export const clipboardText = (fields: readonly FormField[]): string => JSON.stringify({ shuzhouForm: 1, fields: fields.map(serializeField) });

/** Reads pasted fields. Throws a FormError with the message for the user. */
export const pastedFields = (text: string): readonly FormField[] => parseForm(text, { repair: false }).form.fields;
