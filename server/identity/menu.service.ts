import type { House } from '../house.ts';
import type { Visitor } from '../http/visitor.ts';
import { menusOf } from './session.queries.ts';

/** Rows of directories and pages the visitor may open; the super administrator sees all. */
export const visibleMenus = (house: House, visitor: Visitor) => menusOf(house.db, visitor.roles.has('admin') ? 'all' : visitor.userId);
