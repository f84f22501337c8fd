import { MB } from '../../contract/limits.ts';

/** An archive whose files have at most this size together is accepted, however small it was. */
const UNSUSPECTED_BYTES = 16 * MB;
/** Texts of documents and spreadsheets grow up to fifty times. */
const RATIO_MOST = 200;

/** Whether an archive of `packed` bytes that has inflated to `inflated` bytes so far is an attack: its rest is not worth the time of the server. */
export const growsTooMuch = (inflated: number, packed: number): boolean => inflated > UNSUSPECTED_BYTES && inflated > RATIO_MOST * packed;
