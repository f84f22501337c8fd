import type { AppContext } from '../../context.ts';

/** One thing that an author has to do, in the one list of the author. */
export interface AuthorTodo {
  readonly archiveId: number;
  readonly title: string;
  /** Kind of work: revise, answer, sign, confirm, proof. */
  readonly kind: string;
  readonly text: string;
  /** `yyyy-MM-dd HH:mm:ss` or empty. */
  readonly due: string;
  readonly link: string;
}

export type AuthorTodoSource = (context: AppContext, userId: number) => Promise<readonly AuthorTodo[]>;
const sources: AuthorTodoSource[] = [];

/** Registers what authors must do in the areas, such as signing an agreement. */
export const registerAuthorTodos = (list: readonly AuthorTodoSource[]): void => void sources.push(...list);

export async function authorTodosOf(context: AppContext, userId: number): Promise<AuthorTodo[]> {
  return (await Promise.all(sources.map((source) => source(context, userId)))).flat();
}
