import type { Judged } from '../../contract/textbook/question-kind.ts';

/** Stores a file of an answer; returns its id. */
export type UploadFile = (file: File) => Promise<number>;

/** What all kinds of parts are given. `K` is the key of the kind, `A` its answer. */
export interface PartProps<S, A, K> {
  readonly shown: S;
  readonly answer: A | null;
  readonly onChange: (answer: A | null) => void;
  readonly disabled: boolean;
  readonly order: string;
  readonly judged: Judged | null;
  readonly keyPart: K | null;
}
