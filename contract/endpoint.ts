import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: everybody, signed-in users, or users with one of the permissions. */
export type Access = 'public' | 'signed-in' | `${string}:${string}:${string}` | readonly `${string}:${string}:${string}`[];

/** The three parts of a request and the shape of its answer; `data`, `row` and `answer` exclude each other. */
export interface EndpointSpec {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Answered as `{code,msg,data}`. */
  readonly data?: z.ZodType;
  /** Answered as `{code,msg,rows,total}`. */
  readonly row?: z.ZodType;
  /** Extra keys next to `code` and `msg`, for endpoints where compatible clients expect them. */
  readonly answer?: z.ZodType;
  /** The answer is bytes, not an envelope. */
  readonly file?: true;
  /** The request is multipart; the handler reads the parts. */
  readonly multipart?: true;
  /** The user must have confirmed their identity within the last minutes; code 428 otherwise (docs/decisions/032). */
  readonly confirm?: true;
  /**
   * A repeat with the same key in the header `ONCE_HEADER` gets the first answer for a day and does nothing more, so a form that is sent twice
   * is done once. The answer is stored for that day: not for answers with secrets or personal data.
   */
  readonly once?: true;
  /** Allowed for a user who has not yet set up a required second factor; every other endpoint rejects such a user. */
  readonly whileFactorDue?: true;
  /** Client timeout in milliseconds; default 10 000. */
  readonly timeout?: number;
}

export type Endpoint<K extends string = string, S extends EndpointSpec = EndpointSpec> = S & {
  readonly key: K;
  readonly method: Method;
  readonly path: string;
};

type Part<E, N extends 'params' | 'query' | 'body'> = E extends { [key in N]: infer T extends z.ZodType }
  ? undefined extends z.input<T>
    ? { [key in N]?: z.input<T> }
    : Record<string, never> extends z.input<T>
      ? { [key in N]?: z.input<T> }
      : { [key in N]: z.input<T> }
  : unknown;

/** The input of a call: `{ params?, query?, body? }` as the endpoint defines it. */
export type InputOf<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** The result of a call, and what a handler returns. */
export type DataOf<E> = E extends { data: infer T extends z.ZodType }
  ? z.output<T>
  : E extends { row: infer T extends z.ZodType }
    ? { rows: z.output<T>[]; total: number }
    : E extends { answer: infer T extends z.ZodType }
      ? z.output<T>
      : void;

/**
 * Defines one endpoint for client and server. `key` is `METHOD /path`, with `{name}` for path parameters,
 * under the prefix `/prod-api`.
 */
export function endpoint<const K extends `${Method} /${string}`, const S extends EndpointSpec>(key: K, spec: S): Endpoint<K, S> {
  const [method, path] = key.split(' ') as [Method, string];
  return { ...spec, key, method, path };
}
