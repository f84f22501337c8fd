import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { AnyCrud } from '../../../contract/crud.ts';

export type WireRow<C extends AnyCrud> = z.output<C['list']['row']>;
export type FieldName<C extends AnyCrud> = Extract<keyof WireRow<C>, string>;
export type Values = Readonly<Record<string, unknown>>;

/** What a page's own parts may ask of the list they stand in. */
export interface Tools<C extends AnyCrud = AnyCrud> {
  readonly may: (permission: string) => boolean;
  /** Asks the list anew after something was changed. */
  readonly refresh: () => Promise<void>;
  readonly open: (what: 'form' | 'detail', row: WireRow<C> | null) => void;
  /** Makes a change, says so when it is done, says why when it is not, and refreshes. */
  readonly act: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
  /** Asks first, in words that say what is lost. */
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
  readonly run: (row: WireRow<C>) => void;
}

/** What a control of a form or a search gets; it is bound by the form around it. */
export interface ControlProps {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  /** The whole form as it stands. */
  readonly values?: Values;
  /** The row that is changed; null for a new one. */
  readonly row?: Values | null;
}

/**
 * A list page in words: which fields are columns, which are searched, which are written. Labels, kinds, limits,
 * dictionaries and permissions come from the contract. Two ways out: `cell` and `rowActions`; a field that needs
 * a control of its own has `control`.
 */
export interface ResourceWords<C extends AnyCrud> {
  readonly columns: readonly FieldName<C>[];
  readonly search?: readonly string[];
  /** Fields of the form, in order; none where rows are not written by hand. */
  readonly form?: readonly FieldName<C>[];
  /** Fields of the detail; the columns and the form's fields unless named. */
  readonly detail?: readonly FieldName<C>[];
  /** Said when there is nothing: 暂无岗位. */
  readonly empty: string;
  readonly widths?: Readonly<Record<string, number>>;
  readonly cell?: Readonly<Record<string, (row: WireRow<C>, tools: Tools<C>) => ReactNode>>;
  readonly control?: Readonly<Record<string, (props: ControlProps) => ReactNode>>;
  readonly rowActions?: (row: WireRow<C>, tools: Tools<C>) => readonly RowAction<C>[];
  /** Beside the toolbar's own buttons; `chosen` are the rows with a tick. */
  readonly toolbar?: (tools: Tools<C>, chosen: readonly WireRow<C>[]) => ReactNode;
  /** What goes with a removed row and whether it can come back: put under the question. */
  readonly lost?: (rows: readonly WireRow<C>[]) => ReactNode;
  /** What a new row starts with. */
  readonly initial?: Values;
  /** True where a row may not be changed or removed here, and why. */
  readonly locked?: (row: WireRow<C>) => string | false;
  /** Part of the form only while it holds: for fields that depend on others. */
  readonly shows?: Readonly<Record<string, (values: Values, row: Values | null) => boolean>>;
  /** Reads a row whole for its form, where the contract's own call does not answer all of it. */
  readonly read?: (id: number) => Promise<object>;
  /** After a new row, with what the server answered: for what is said only once. */
  readonly added?: (row: Values) => void;
  /** Columns of the form; 1 where fields are long. */
  readonly formColumns?: 1 | 2;
  /** After a row was written: what else must be asked anew. */
  readonly written?: () => void;
}

export interface Resource<C extends AnyCrud = AnyCrud> extends ResourceWords<C> {
  readonly crud: C;
}

export const resource = <C extends AnyCrud>(crud: C, words: ResourceWords<C>): Resource<C> => ({ ...words, crud });

/** A resource whose fields are not known to the part that shows it. */
export type AnyResource = Resource;
