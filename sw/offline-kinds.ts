/**
 * Everything that can be stored on a device, with the modules that show it. The build resolves each kind to files
 * (`scripts/offline-packages.ts`): the modules, what they import now and later, their style sheets, workers and other assets. The service
 * worker holds these files while something of the kind is stored, and an update of the app fetches the new ones before it takes over.
 */
interface Kind {
  readonly modules: readonly string[];
  /** Modules that these screens load later and that belong to another kind. */
  readonly without?: readonly string[];
}

const JUDGING = ['review/my-review', 'contest/preliminary-list', 'contest/preliminary', 'contest/person-review'];
const PLAYER = ['open-player', 'player-library'].map((name) => `src/media-player/${name}.ts`);
const PDF = 'src/site/contest/pdf-pages.ts';
const CLASS_NOTES = 'src/site/reading/class-notes/class-notes.tsx';
const JOURNAL = 'src/site/periodical/journal-review-view.tsx';
const screens = (names: readonly string[]): string[] => names.map((name) => `src/site/${name}.screen.tsx`);

export const OFFLINE_KINDS = {
  book: {
    modules: [
      'src/reader-entry.ts',
      ...screens([
        'reading/epub-read',
        'library/shelf',
        'library/download',
        'catalog/book-detail',
        'textbook/practice',
        'teaching/review/daily-review',
      ]),
    ],
    without: [...PLAYER, CLASS_NOTES],
  },
  track: {
    modules: [...PLAYER, ...screens(['media/video-play', 'media/video-detail', 'library/shelf', 'library/download'])],
    without: [CLASS_NOTES],
  },
  /** Scores that wait for a network, and drafts: the screens of judging. */
  judging: { modules: screens(JUDGING), without: [PDF, JOURNAL] },
  /** A round of a contest with its files. */
  round: { modules: [...screens(JUDGING), PDF], without: [JOURNAL] },
  /** The pack of a class: its pages, answering, the review of the day, and marking. */
  class: {
    modules: [
      ...screens([
        'teaching/platform',
        'teaching/class',
        'teaching/answer/assignment',
        'textbook/practice',
        'teaching/review/daily-review',
        'teaching/board/teach-marking',
      ]),
      CLASS_NOTES,
    ],
    without: ['src/site/teaching/class-seats.tsx', 'src/site/teaching/join-code-sheet.tsx', 'src/annotations/carry-over.ts'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type OfflineKind = keyof typeof OFFLINE_KINDS;
export const OFFLINE_KIND_NAMES = Object.keys(OFFLINE_KINDS) as OfflineKind[];

/** Files of each kind, by their path from the root of the site. */
export type OfflinePackages = Readonly<Record<OfflineKind, readonly string[]>>;
export const PACKAGES_FILE = 'offline-packages.json';
