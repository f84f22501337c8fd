import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';

/** If the linear documents contain a smaller share of the text than this, the marks are a converter error. */
const LINEAR_LEAST = 0.01;

/** Returns the documents of the spine; every one is linear if the package marks (nearly) all text `linear="no"`. */
export function readInTurn(spine: PreparedBook['spine']): PreparedBook['spine'] {
  const linear = spine.filter((document) => document.linear);
  const [all, inTurn] = [spine, linear].map((some) => some.reduce((sum, { characters }) => sum + characters, 0)) as [number, number];
  const ends = all > 0 ? inTurn < LINEAR_LEAST * all : linear.length === 0;
  return ends ? spine.map((document) => ({ ...document, linear: true })) : spine;
}
