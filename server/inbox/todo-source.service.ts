import type { Expression } from 'kysely';
import type { Database } from '../db/database.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** One thing that waits for a user, as a source selects it. */
export interface WaitingItem {
  readonly itemId: number;
  /** Title of the business object. */
  readonly title: string;
  /** What is to be done. */
  readonly note: string;
  /** Name of who asked. */
  readonly askedBy: string;
  /** Epoch milliseconds; null in `due` for no limit. */
  readonly since: number;
  readonly due: number | null;
  /** Page where it is done, if not the page of its source; it may have a query. */
  readonly page: string | null;
}

/** A kind of work that waits for people. An area lists its sources in its manifest. */
export interface TodoSource {
  /** Letters only; part of addresses. */
  readonly key: string;
  readonly label: string;
  /** Needed to have such work at all. */
  readonly permission: string;
  /** Page where it is done; with `?open=` and the id of an item it opens that item. */
  readonly link: string;
  /** Address of one item, with `{id}` for its id, if that page does not open it. */
  readonly itemLink?: string;
  /** Selects exactly the rows on which this user can act now; a row whose next step the server would reject must not be among them. */
  readonly items: (db: Database, currentUser: CurrentUser) => Promise<Expression<WaitingItem>>;
}

const sources = new Map<string, TodoSource>();

/** Registers the sources of the areas. */
export function registerTodoSources(list: readonly TodoSource[]): void {
  for (const source of list) {
    if (!/^[a-zA-Z]{1,30}$/.test(source.key)) throw new Error(`the key of the to-do source ${source.key} must consist of letters`);
    if (sources.has(source.key)) throw new Error(`the to-do source ${source.key} is registered twice`);
    sources.set(source.key, source);
  }
}

/** Sources that the user's permissions open. */
export const sourcesFor = (currentUser: CurrentUser): TodoSource[] =>
  [...sources.values()].filter(({ permission }) => hasPermission(currentUser, permission));

/** Address that opens one item. */
export const addressOf = ({ link, itemLink }: TodoSource, { itemId, page }: Pick<WaitingItem, 'itemId' | 'page'>): string =>
  itemLink ? itemLink.replace('{id}', String(itemId)) : `${page ?? link}${(page ?? link).includes('?') ? '&' : '?'}open=${itemId}`;
