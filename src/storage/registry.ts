/**
 * Every name under which this client stores something on a device, with its owner and its end. `tests/architecture/device-storage.test.ts`
 * fails for a storage call whose name is missing here. In a name `{user}` stands for the id of a user and a final `*` for any rest.
 *
 * Owner: `person`: the user who was signed in. `visitor`: the user who has not signed in. `device`: everybody who uses it.
 * End: `sign-out`: removed when the user signs out; a name without `{user}` also when another user signs in. `sealed`: removed at the
 * sign-out, and what the account does not have yet is encrypted for the user. `session`: removed with the session. `copy`: removed with the
 * downloaded copy, which only its user can read. `sent`: removed once the server has it. `used`: removed when it was used, or outdated.
 * `saved`: moved aside for its user when another one opens the page, removed when saved. `release`: replaced by a new release. `never`: no
 * personal data.
 */
export interface StoredName {
  readonly name: string;
  readonly owner: 'person' | 'visitor' | 'device';
  readonly end: 'sign-out' | 'sealed' | 'session' | 'copy' | 'sent' | 'used' | 'saved' | 'release' | 'never';
}

const stored = (owner: StoredName['owner'], end: StoredName['end'], ...names: readonly string[]): StoredName[] =>
  names.map((name) => ({ name, owner, end }));

export const LOCAL_STORAGE: readonly StoredName[] = [
  ...stored('person', 'session', 'shuzhou.person', 'shuzhou.answers.owner'),
  ...stored('person', 'sealed', 'shuzhou.notes.ahead', 'shuzhou.place', 'shuzhou.places', 'shuzhou.media-places.*', 'shuzhou.collect-wishes.{user}'),
  ...stored('person', 'sign-out', 'shuzhou.answers-left {user} *'),
  ...stored('person', 'sign-out', 'shuzhou.searches.{user}', 'shuzhou.notes.lost {user}', 'shuzhou.draft {user} *', 'shuzhou.cart.{user}'),
  ...stored('person', 'sign-out', 'shuzhou.words', 'shuzhou.aloud', 'shuzhou.pace', 'shuzhou.player', 'shuzhou.colour', 'shuzhou.columns'),
  ...stored(
    'person',
    'sign-out',
    'shuzhou.looks',
    'shuzhou.looks.taken',
    'shuzhou.looks.of',
    'shuzhou.held',
    'shuzhou.read-until',
    'shuzhou.learning-until',
    'shuzhou.class-notes-hidden',
  ),
  ...stored('person', 'copy', 'shuzhou.kept-names.{user}', 'shuzhou.kept-track-names.{user}', 'shuzhou.download-order.{user}'),
  ...stored('person', 'sent', 'shuzhou.download-wishes.{user}', 'shuzhou.download-removed.{user}', 'shuzhou.left-sessions'),
  ...stored('person', 'sent', 'shuzhou.answers-waiting', 'shuzhou.practice-waiting.{user}', 'shuzhou.marks-waiting.{user}'),
  // The form designer; the names without a prefix are those of compatible designers.
  ...stored('person', 'saved', 'drawingItems*', 'DRAWING_ITEMS_VERSION*', 'idGlobal*', 'treeNodeId*', 'formConf*', 'base*', 'shuzhou.drawing-*'),
  ...stored('visitor', 'used', 'shuzhou.want.*', 'shuzhou.trial-writing', 'shuzhou.cart'),
  // The user name stays only if the user ticked 记住用户名.
  ...stored('device', 'never', 'shuzhou.name', 'shuzhou.device', 'shuzhou.look', 'shuzhou.home-screen', 'shuzhou.download-wifi-only'),
  ...stored('device', 'never', 'shuzhou.designer-panel', 'layout-setting', 'shuzhou.unsent', 'shuzhou.leaving', 'shuzhou.owner'),
  // Search terms of earlier releases, which had no owner: removed at the next start of the search.
  ...stored('device', 'used', 'shuzhou.searches'),
];

export const SESSION_STORAGE: readonly StoredName[] = [
  ...stored('person', 'sign-out', 'desk-before-reload'),
  ...stored('device', 'used', 'shuzhou.loaded*', 'shuzhou.external-login'),
];

export interface StoredDatabase extends StoredName {
  readonly store: string;
  /** Rows of one user: what their keys begin with, their end, and what the user loses with them, if anything. */
  readonly rows?: readonly { readonly begins: string; readonly end: 'sign-out' | 'sealed'; readonly work?: string }[];
}

const database = (
  name: string,
  store: string,
  owner: StoredName['owner'],
  end: StoredName['end'],
  rows: StoredDatabase['rows'] = [],
): StoredDatabase => ({
  name,
  store,
  owner,
  end,
  rows,
});
const taskRows = ['task', 'file', 'text', 'round'].map((kind) => ({ begins: `{user} ${kind} `, end: 'sign-out' as const }));
const scoreRows = ['draft', 'queue'].map((kind) => ({ begins: `{user} ${kind} `, end: 'sealed' as const }));

export const DATABASES: readonly StoredDatabase[] = [
  database('annotations-{user}', 'objects', 'person', 'sealed'),
  database('reading-progress', 'places', 'person', 'sealed'),
  database('shuzhou-judging', 'judging', 'person', 'sealed', [...taskRows, ...scoreRows]),
  database('shuzhou-attempts', 'attempts', 'person', 'sealed', [
    { begins: '{user} attempt ', end: 'sealed' },
    { begins: '{user} sent ', end: 'sign-out' },
  ]),
  // Each file is encrypted for its user; what waits is sent at the next sign-in of that user.
  database('shuzhou-answer-files', 'files', 'person', 'sent', [{ begins: '{user} sent ', end: 'sign-out' }]),
  database('shuzhou-practice', 'log', 'person', 'sealed', [
    { begins: '{user} unsent ', end: 'sealed' },
    { begins: '{user} stored ', end: 'sign-out' },
    { begins: '{user} cursor ', end: 'sign-out' },
    { begins: '{user} plan ', end: 'sign-out' },
  ]),
  database('shuzhou-learning', 'sessions', 'person', 'sealed', [{ begins: '{user} session ', end: 'sealed' }]),
  database('shuzhou-marks', 'marks', 'person', 'sealed', [{ begins: '{user} mark ', end: 'sealed' }]),
  database('shuzhou-classes', 'packs', 'person', 'sign-out', [
    { begins: '{user} pack ', end: 'sign-out' },
    { begins: '{user} file ', end: 'sign-out' },
  ]),
  database('shuzhou-drafts', 'drafts', 'person', 'sign-out', [{ begins: '{user} ', end: 'sign-out', work: '份没有提交的草稿（评论、表单等）' }]),
  database('shuzhou-documents', 'drafts', 'person', 'sign-out', [{ begins: '{user} ', end: 'sign-out', work: '份没有存到服务器的文档' }]),
  database('shuzhou-answers', 'answers', 'person', 'session'),
  database('kept-{user}', 'files', 'person', 'copy'),
  // Encrypted, each for its user.
  database('shuzhou-unsent', 'rows', 'person', 'sent'),
  database('shuzhou-worker', 'own', 'device', 'never'),
  database('shuzhou-code', 'files', 'device', 'release'),
];

/** Public answers, covers and code. */
export const CACHES: readonly StoredName[] = [
  ...stored('device', 'never', 'shuzhou-public', 'shuzhou-covers'),
  ...stored('device', 'release', 'shuzhou-pieces', 'shuzhou-release-before', 'shuzhou-kept-code'),
];
