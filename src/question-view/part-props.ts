import type { AnswerFileRef, Judged } from '../../contract/textbook/question-kind.ts';
import type { AnswerFileKind } from '../../contract/textbook/upload-answer.ts';

/** Where the files of an answer are stored. Each call throws words for the student. */
export interface AnswerFileAccess {
  /** Stores a file; returns by what the answer names it. */
  take(file: File, kind: AnswerFileKind): Promise<AnswerFileRef>;
  /** A file was taken out of the answer. */
  drop(ref: AnswerFileRef): Promise<void>;
  open(ref: AnswerFileRef): Promise<Blob>;
}

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
