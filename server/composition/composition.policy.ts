import { compositionMachine, type CompositionEvent, type CompositionState } from '../../contract/composition/composition.machine.ts';
import { hasPermission } from '../http/current-user.ts';
import { isAuthor, type ManuscriptPeople, type Viewer } from '../manuscript/manuscript.policy.ts';

/** Who sets, corrects and releases the composition of a manuscript. */
export interface CompositionPeople extends Pick<ManuscriptPeople, 'ownerId' | 'authors'> {
  readonly typesetterId: number | null;
  readonly editorId: number | null;
  readonly status: CompositionState;
  readonly manuscriptStatus: string;
}

const GROUPS = compositionMachine.groups;
const OF_EDITOR: ReadonlySet<CompositionEvent> = new Set(['send', 'transfer', 'recorrect', 'finalise']);
const OF_READY: ReadonlySet<CompositionEvent> = new Set(['finalise', 'release']);

type Edited = Pick<CompositionPeople, 'editorId'>;
export const isTypesetter = (row: Pick<CompositionPeople, 'typesetterId'>, { userId }: Pick<Viewer, 'userId'>): boolean =>
  row.typesetterId === userId;
const worksOn = (row: CompositionPeople, viewer: Viewer): boolean => isTypesetter(row, viewer) || row.editorId === viewer.userId;

/** The responsible editor, and those who assign editors. */
export const isResponsible = (row: Edited, viewer: Viewer): boolean => row.editorId === viewer.userId || hasPermission(viewer, 'press:editor:assign');
export const writesLayout = (row: CompositionPeople, viewer: Viewer): boolean => GROUPS.setting.includes(row.status) && isTypesetter(row, viewer);
export const writesImprint = (row: CompositionPeople, viewer: Viewer): boolean =>
  !GROUPS.closed.includes(row.status) &&
  !isAuthor(row, viewer) &&
  ((row.editorId === viewer.userId && hasPermission(viewer, 'press:composition:final')) || hasPermission(viewer, 'press:composition:release'));
export const hasFinalText = ({ status }: Pick<CompositionPeople, 'status'>): boolean => GROUPS.built.includes(status);
export const buildsEpub = (row: CompositionPeople, viewer: Viewer): boolean => hasFinalText(row) && worksOn(row, viewer);
/** Who decides about the import sheet: the responsible editor and the typesetter, until the release. */
export const decidesSheet = (row: CompositionPeople, viewer: Viewer): boolean => !GROUPS.closed.includes(row.status) && worksOn(row, viewer);
/** Whether the editor gets a message about a step; users get none about their own steps. */
export const informsEditor = (row: Edited, { userId }: Pick<Viewer, 'userId'>): boolean => row.editorId !== null && row.editorId !== userId;

/** Steps of the typesetter; all others are decisions of the staff, which an author does not take. */
const OF_TYPESETTER: ReadonlySet<CompositionEvent> = new Set(['accept', 'deliver']);
export const decidesStep = (event: CompositionEvent): boolean => !OF_TYPESETTER.has(event);

/** Whether a user may take a step in the present state of the manuscript. */
export const takesStep = (event: CompositionEvent, row: CompositionPeople, viewer: Viewer): boolean =>
  row.manuscriptStatus !== 'held' &&
  !(decidesStep(event) && isAuthor(row, viewer)) &&
  (!OF_EDITOR.has(event) || isResponsible(row, viewer)) &&
  (!OF_READY.has(event) || row.manuscriptStatus === 'ready');
