import { expect, test } from 'vitest';
import { COMPOSITION_STATES, type CompositionState } from '../../contract/composition/composition.machine.ts';
import type { Viewer } from '../manuscript/manuscript.policy.ts';
import { buildsEpub, decidesSheet, informsEditor, isResponsible, takesStep, writesImprint, writesLayout } from './composition.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = []): Viewer => ({
  userId,
  accounts: new Set([userId]),
  permissions: new Set(permissions),
});
/** 1 is the author, 3 edits, 4 typesets. */
const row = (status: CompositionState, manuscriptStatus = 'ready') => ({
  ownerId: 1,
  authors: '[]',
  editorId: 3,
  typesetterId: 4,
  status,
  manuscriptStatus,
});

test('#47.1 what each person may write of a composition in each state', () => {
  const people: Readonly<Record<string, Viewer>> = {
    editor: viewer(3, ['press:composition:final']),
    typesetter: viewer(4),
    releaser: viewer(9, ['press:composition:release']),
    other: viewer(8, ['press:composition:final']),
  };
  const table = Object.fromEntries(
    COMPOSITION_STATES.map((status) => [
      status,
      Object.entries(people).flatMap(([name, who]) => {
        const may = [
          writesLayout(row(status), who) && 'layout',
          writesImprint(row(status), who) && 'imprint',
          buildsEpub(row(status), who) && 'epub',
          decidesSheet(row(status), who) && 'sheet',
        ].filter(Boolean);
        return may.length === 0 ? [] : [`${name}: ${may.join(' ')}`];
      }),
    ]),
  );
  const before = ['editor: imprint sheet', 'typesetter: sheet', 'releaser: imprint'];
  const setting = ['editor: imprint sheet', 'typesetter: layout sheet', 'releaser: imprint'];
  const built = ['editor: imprint epub sheet', 'typesetter: epub sheet', 'releaser: imprint'];
  expect(table).toEqual({
    pending: before,
    sent: before,
    setting,
    delivered: built,
    correcting: setting,
    final: built,
    released: ['editor: epub', 'typesetter: epub'],
    cancelled: [],
  });
});

test('#47.1 the steps of the editor, of a manuscript that is ready and of one that is held', () => {
  const editor = viewer(3);
  const other = viewer(8);
  const manager = viewer(9, ['press:editor:assign']);
  expect([editor, other, manager].map((who) => isResponsible({ editorId: 3 }, who))).toEqual([true, false, true]);
  expect([editor, other, manager].map((who) => takesStep('recorrect', row('delivered'), who))).toEqual([true, false, true]);
  expect(takesStep('deliver', row('setting'), other)).toBe(true);
  expect([takesStep('finalise', row('delivered'), editor), takesStep('finalise', row('delivered', 'proof_two'), editor)]).toEqual([true, false]);
  expect([takesStep('release', row('final'), other), takesStep('release', row('final', 'held'), other)]).toEqual([true, false]);
  expect(takesStep('recorrect', row('delivered', 'held'), editor)).toBe(false);
  const author = viewer(1, ['press:editor:assign', 'press:composition:release']);
  expect([takesStep('release', row('final'), author), takesStep('recorrect', row('delivered'), author)]).toEqual([false, false]);
  expect([informsEditor({ editorId: 3 }, editor), informsEditor({ editorId: 3 }, other), informsEditor({ editorId: null }, other)]).toEqual([
    false,
    true,
    false,
  ]);
});
