import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { AnyCrud } from '../../../contract/crud.ts';

export type WireRow<C extends AnyCrud> = z.output<C['list']['row']>;
export type FieldName<C extends AnyCrud> = Extract<keyof WireRow<C>, string>;
export type Values = Readonly<Record<string, unknown>>;

/** Functions of the list for the components of a page. */
export interface Tools<C extends AnyCrud = AnyCrud> {
  readonly may: (permission: string) => boolean;
  /** Refetches the list after a change. */
  readonly refresh: () => Promise<void>;
  open(what: 'form' | 'detail', row: WireRow<C> | null): void;
  /** Runs a change, shows the success or the error message, and refreshes. */
  readonly act: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
  /** Confirms first, with a text that states what is lost. */
  readonly ask: (question: Question, work: () => Promise<unknown>, done?: string) => void;
}

export interface Question {
  readonly title: string;
  readonly content?: ReactNode;
  readonly verb?: string;
  readonly danger?: boolean;
}

export interface RowAction<C extends AnyCrud = AnyCrud> {
  readonly key: string;
  readonly label: string;
  readonly permission?: string;
  readonly danger?: boolean;
  run(row: WireRow<C>): void;
}

/** Props of a control in a form or a search; the form binds it. */
export interface ControlProps {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  /** The current values of the form. */
  readonly values?: Values;
  /** The row being edited; null for a new one. */
  readonly row?: Values | null;
}

/**
 * Describes a list page: which fields are columns, search filters and form fields. Labels, kinds, limits,
 * dictionaries and permissions come from the contract. Extension points: `cell` and `rowActions`, and `control` for a
 * field with a special control.
 */
export interface ResourceWords<C extends AnyCrud> {
  readonly columns: readonly FieldName<C>[];
  readonly search?: readonly string[];
  /** Fields of the form, in order; none if rows are not edited by hand. */
  readonly form?: readonly FieldName<C>[];
  /** Fields of the detail; default: the columns and the form fields. */
  readonly detail?: readonly FieldName<C>[];
  /** Text of the empty list: 暂无岗位. */
  readonly empty: string;
  readonly widths?: Readonly<Record<string, number>>;
  readonly cell?: Readonly<Record<string, (row: WireRow<C>, tools: Tools<C>) => ReactNode>>;
  readonly control?: Readonly<Record<string, (props: ControlProps) => ReactNode>>;
  readonly rowActions?: (row: WireRow<C>, tools: Tools<C>) => readonly RowAction<C>[];
  /** Next to the standard toolbar buttons; `chosen` are the selected rows. */
  readonly toolbar?: (tools: Tools<C>, chosen: readonly WireRow<C>[]) => ReactNode;
  /** Shown in the confirmation: what is removed with a row and whether it can be restored. */
  readonly lost?: (rows: readonly WireRow<C>[]) => ReactNode;
  /** Initial values of a new row. */
  readonly initial?: Values;
  /** Returns the reason if a row may not be changed or removed here, else false. */
  readonly locked?: (row: WireRow<C>) => string | false;
  /** The field is part of the form only while this returns true: for fields that depend on others. */
  readonly shows?: Readonly<Record<string, (values: Values, row: Values | null) => boolean>>;
  /** Loads the full row for its form when the contract's standard endpoint does not return all of it. */
  readonly read?: (id: number) => Promise<object>;
  /** Called after a new row with the answer of the server: for data that is shown only once. */
  readonly added?: (row: Values) => void;
  /** Columns of the form; 1 for long fields. */
  readonly formColumns?: 1 | 2;
  /** Headings of a long form: the title above the field that begins a group. */
  readonly headings?: Readonly<Record<string, string>>;
  /** Width of the form, pixels; default 560. */
  readonly formWidth?: number;
  /** What `?open=` in the address opens instead of the detail with the row's actions. */
  readonly opened?: (id: number, onClose: () => void, tools: Tools<C>) => ReactNode;
  /** Called after a row is written, to refetch other queries. */
  readonly written?: () => void;
}

export interface Resource<C extends AnyCrud = AnyCrud> extends ResourceWords<C> {
  readonly crud: C;
}

export const resource = <C extends AnyCrud>(crud: C, words: ResourceWords<C>): Resource<C> => ({ ...words, crud });

/** A resource whose field types are not known to the component. */
export type AnyResource = Resource;
