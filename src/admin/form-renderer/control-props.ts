import type { FormField } from '../../../contract/workflow/form-content.ts';
import type { RowPlace } from '../../form-renderer/filled-form-store.ts';
import type { FieldState } from '../../form-renderer/use-filled-form.ts';

/** What a control gets. It shows the value and reports changes; label, message and rights are around it. */
export interface ControlProps {
  readonly field: FormField;
  readonly state: FieldState;
  readonly place: RowPlace | null;
}

export const textAttribute = (field: FormField, key: string): string => (typeof field[key] === 'string' ? field[key] : '');
export const numberAttribute = (field: FormField, key: string): number | undefined => (typeof field[key] === 'number' ? field[key] : undefined);
export const flagAttribute = (field: FormField, key: string): boolean => field[key] === true;

/** Width of the component as the designer set it. */
export function widthOf(field: FormField): { width?: string } {
  const { width } = (field['style'] ?? {}) as { width?: unknown };
  return typeof width === 'string' && /^\d{1,4}(%|px|em|rem)$/.test(width) ? { width } : {};
}

/** Attributes that connect a control with its label and its message. */
export const describedBy = ({ id, error, required }: FieldState) => ({
  'aria-required': required || undefined,
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': error === undefined ? undefined : `${id}-error`,
});
