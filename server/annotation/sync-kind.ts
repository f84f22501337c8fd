import type { Change, Kind, Passage, Twin, Written } from '../../contract/annotation/sync.ts';
import type {
  AnnotationTable,
  ErratumTable,
  ReadingDayTable,
  ReadingSettingTable,
  StoredRow,
  SyncTable,
  VersionColumns,
  WordTable,
} from '../db/tables/annotation-tables.ts';
import { wireTime } from '../db/clock.ts';

type Of<K extends Kind> = Extract<Written, { kind: K }>;
interface KindOf<K extends Kind> {
  readonly table: SyncTable;
  readonly columns: (written: Of<K>) => VersionColumns;
  readonly wire: (row: StoredRow) => Change;
}

type Row<T> = { readonly [N in keyof T]: T[N] extends { readonly __select__: infer S } ? S : T[N] };
const as = <T>(row: StoredRow): Row<T> => row as Row<T>;

const passageColumns = ({ publishId, editionId, documentIndex, chapterTitle, cfi, text, before, after }: Passage): VersionColumns => ({
  publicationId: publishId,
  editionId,
  documentIndex,
  chapterTitle,
  cfi,
  text,
  before,
  after,
});

function passageWire(row: StoredRow): Passage {
  const { publicationId, editionId, documentIndex, chapterTitle, cfi, text, before, after } = as<WordTable>(row);
  return { publishId: publicationId, editionId, documentIndex, chapterTitle, cfi, text, before, after };
}

const versionWire = ({ clientId, clock, deleted, seq, device, createTime, updateTime }: StoredRow) => ({
  clientId,
  clock,
  deleted: deleted === '1',
  seq,
  device,
  createTime: wireTime(createTime),
  updateTime: wireTime(updateTime),
});

export const twinsOf = (row: StoredRow): Twin[] => JSON.parse(String(row['twins'] ?? '[]')) as Twin[];

/** The twin texts to restore when a deleted note comes back. */
export const twinsBrought = (written: Written): VersionColumns =>
  written.kind === 'mark' && !written.deleted && written.twins?.length ? { twins: JSON.stringify(written.twins) } : {};

/** For each kind: its table, its columns, and its format in a sync response. */
export const KINDS: { readonly [K in Kind]: KindOf<K> } = {
  mark: {
    table: 'annotation',
    columns: (mark) => ({
      ...passageColumns(mark),
      type: mark.type,
      note: mark.note,
      colour: mark.colour,
      percent: Math.round(mark.percent * 100),
    }),
    wire: (row) => {
      const { type, note, colour, percent } = as<AnnotationTable>(row);
      type Mark = Extract<Change, { kind: 'mark' }>;
      return {
        kind: 'mark',
        ...versionWire(row),
        ...passageWire(row),
        type: type as Mark['type'],
        note,
        colour: colour as Mark['colour'],
        percent: percent / 100,
        twins: twinsOf(row),
      };
    },
  },
  word: {
    table: 'word',
    columns: ({ sentence, meaning, box, dueAt, reviews, ...word }) => ({ ...passageColumns(word), sentence, meaning, box, dueAt, reviews }),
    wire: (row) => {
      const { sentence, meaning, box, dueAt, reviews } = as<WordTable>(row);
      return { kind: 'word', ...versionWire(row), ...passageWire(row), sentence, meaning, box, dueAt, reviews };
    },
  },
  day: {
    table: 'readingDay',
    columns: ({ day, seconds, pages, finished }) => ({ day, seconds, pages, finished: JSON.stringify(finished) }),
    wire: (row) => {
      const { day, seconds, pages, finished } = as<ReadingDayTable>(row);
      return { kind: 'day', ...versionWire(row), day, seconds, pages, finished: JSON.parse(finished) as number[] };
    },
  },
  look: {
    table: 'readingSetting',
    columns: ({ publishId, look }) => ({ publicationId: publishId, look: JSON.stringify(look) }),
    wire: (row) => {
      const { publicationId, look } = as<ReadingSettingTable>(row);
      return { kind: 'look', ...versionWire(row), publishId: publicationId, look: JSON.parse(look) as Record<string, string> };
    },
  },
  erratum: {
    table: 'erratum',
    columns: (erratum) => ({ ...passageColumns(erratum), wrong: erratum.wrong }),
    wire: (row) => {
      const { wrong, status, reply, replyTime } = as<ErratumTable>(row);
      type Erratum = Extract<Change, { kind: 'erratum' }>;
      return {
        kind: 'erratum',
        ...versionWire(row),
        ...passageWire(row),
        wrong,
        status: status as Erratum['status'],
        reply,
        replyTime: wireTime(replyTime),
      };
    },
  },
};

export const kindOf = (written: Written): KindOf<Kind> => KINDS[written.kind] as KindOf<Kind>;
