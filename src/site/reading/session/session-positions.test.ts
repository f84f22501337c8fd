// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EDITION, LATE_MS, place, PUBLISH, start, startReady, there } from './session-fakes.ts';

const RESTED_MS = 180_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('saves nothing until the user turns the page, then each new position once', async () => {
  const run = await startReady();
  expect(run.savePosition).not.toHaveBeenCalled();
  run.move(place(1));
  run.move(place(1));
  expect(run.savePosition.mock.calls).toEqual([[expect.objectContaining({ publishId: PUBLISH, editionId: EDITION, documentIndex: 1 }), true]]);
  expect(run.leaveForPassage).toHaveBeenCalledOnce();
  run.move(place(4));
  expect(run.savePosition).toHaveBeenCalledOnce();
});

test('saves a page turned before the positions of other devices are known as not yet compared, and again afterwards', async () => {
  const run = start({ shown: { turned: true } });
  run.move(place(1));
  await run.opened();
  expect(run.savePosition.mock.lastCall?.[1]).toBe(false);
  await run.late(null);
  expect(run.savePosition.mock.calls.map(([, heard]) => heard)).toEqual([false, true]);
});

test('waits at most four seconds for the positions of other devices, also while the book opens', async () => {
  const run = start({ shown: { turned: true } });
  run.move(place(1));
  await vi.advanceTimersByTimeAsync(LATE_MS - 1);
  expect(run.savePosition.mock.calls.map(([, heard]) => heard)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(run.savePosition.mock.calls.map(([, heard]) => heard)).toEqual([false, true]);
});

test('does not save after the user has signed out in another tab', async () => {
  const run = await startReady();
  run.user.known = run.user.confirmed = null;
  run.move(place(1));
  expect(run.savePosition).not.toHaveBeenCalled();
});

test('hidden: the position of the last turn is saved and goes to the lists of current books', async () => {
  const run = await startReady();
  run.tab('hidden');
  expect(run.noteReading).not.toHaveBeenCalled();
  run.move(place(2));
  run.tab('hidden');
  expect(run.savePosition.mock.lastCall?.[0]).toMatchObject({ documentIndex: 2 });
  expect(run.noteReading.mock.calls).toEqual([[{ publishId: PUBLISH }, expect.objectContaining({ documentIndex: 2, editionId: EDITION })]]);
  expect(run.asked).toHaveLength(0);
});

test('hidden: another user who has signed in since does not get the position', async () => {
  const run = await startReady();
  run.move(place(2));
  run.user.known = run.user.confirmed = 2;
  run.tab('hidden');
  run.session.close();
  expect(run.noteReading).not.toHaveBeenCalled();
});

test('hidden: a user that the server has not confirmed yet gets no row in the lists', async () => {
  const run = await startReady();
  run.user.confirmed = null;
  run.move(place(2));
  run.tab('hidden');
  expect(run.savePosition).toHaveBeenCalledOnce();
  expect(run.noteReading).not.toHaveBeenCalled();
});

test('closing puts the position into the lists of current books', async () => {
  const run = await startReady();
  run.move(place(2));
  run.session.close();
  expect(run.noteReading).toHaveBeenCalledOnce();
});

test.each(['visible', 'online'] as const)('%s: goes to what another device has read meanwhile, with a way back', async (event) => {
  const run = await startReady();
  run.move(place(1));
  run.tab(event);
  await run.settle();
  run.asked[0]?.resolve(there(3));
  await run.settle();
  expect(run.jumpFrom.mock.calls).toEqual([[place(1)]]);
  expect(run.reader.goTo.mock.calls).toEqual([[{ cfi: there(3).cfi }]]);
});

test('visible: offers the other position instead of opening it while the user is busy or has turned the page', async () => {
  const run = await startReady();
  run.user.busy = true;
  run.tab('visible');
  await run.settle();
  run.asked[0]?.resolve(there(3));
  await run.settle();
  run.user.busy = false;
  run.tab('visible');
  await run.settle();
  run.move(place(2));
  run.asked[1]?.resolve(there(1));
  await run.settle();
  expect(run.reader.goTo).not.toHaveBeenCalled();
  expect(run.jumpFrom.mock.calls).toEqual([[there(3)], [there(1)]]);
  expect(run.savePosition.mock.lastCall).toEqual([expect.objectContaining({ documentIndex: 2 }), true]);
});

test('visible: does nothing while the book opens', async () => {
  const run = start();
  await vi.advanceTimersByTimeAsync(LATE_MS);
  run.tab('visible');
  await run.settle();
  expect(run.asked).toHaveLength(0);
});

test('visible: does not ask for other devices again while the first answer is awaited', async () => {
  const run = start();
  await run.opened();
  run.tab('visible');
  await run.settle();
  expect(run.asked).toHaveLength(0);
});

test('asks for the position of other devices at the first turn after three minutes without one', async () => {
  const run = await startReady();
  run.move(place(1));
  await vi.advanceTimersByTimeAsync(RESTED_MS + 1);
  run.move(place(2));
  await run.settle();
  expect(run.asked).toHaveLength(1);
  run.move(place(3));
  await run.settle();
  expect(run.asked).toHaveLength(1);
});

test('a newer position that arrives late is opened when the page was not turned, by percentage in another edition', async () => {
  const run = start();
  run.move(place(0));
  await run.opened();
  await run.late(there(3, EDITION - 1));
  expect(run.reader.goTo.mock.calls).toEqual([[{ percent: 30 }]]);
  expect(await run.entered[0]).toEqual({ there: there(3, EDITION - 1), stays: true });
});

test('a newer position that arrives late is only offered after a turn, and after opening a certain passage', async () => {
  const turned = start();
  turned.move(place(0));
  await turned.opened();
  turned.move(place(1));
  await turned.late(there(3));
  const looked = start({ opening: { lookedUp: true } });
  looked.move(place(0));
  await looked.opened();
  await looked.late(there(3));
  for (const run of [turned, looked]) {
    expect(run.reader.goTo).not.toHaveBeenCalled();
    expect(run.jumpFrom.mock.calls).toEqual([[there(3)]]);
  }
  expect(await looked.entered[0]).toEqual({ there: null, stays: true });
});

test('enters the book after four seconds without an answer', async () => {
  const run = start();
  await run.opened();
  await vi.advanceTimersByTimeAsync(LATE_MS);
  expect(await run.entered[0]).toEqual({ there: null, stays: true });
});

test('continues from a visible first page, and goes on to the start only if the user has not turned it', async () => {
  const given = { opening: { start: { cfi: 'epubcfi(/6/2)' } } };
  const still = start({ ...given, shown: { called: true } });
  expect(still.page.chrome).toBe(true);
  still.move(place(0));
  await still.opened();
  expect(still.reader.goTo.mock.calls).toEqual([[{ cfi: 'epubcfi(/6/2)' }]]);
  // The page of the jump is not a turn by the user.
  still.move(place(1));
  expect(still.savePosition).not.toHaveBeenCalled();
  const turned = start({ ...given, shown: { turned: true } });
  await turned.opened();
  expect(turned.reader.goTo).not.toHaveBeenCalled();
});

test('shows the end page of the trial when the start is beyond it, otherwise the passage that was looked up', async () => {
  const behind = start({ opening: { start: { documentIndex: 2 }, limit: 1, lookedUp: true } });
  await behind.opened();
  expect(behind.page.ending).toBe('trial');
  expect(behind.showSearchHit).not.toHaveBeenCalled();
  const looked = start({ opening: { lookedUp: true } });
  await looked.opened();
  const here = looked.showSearchHit.mock.lastCall?.[2];
  expect(here?.stays()).toBe(true);
  looked.session.close();
  expect(here?.stays()).toBe(false);
});

test('keeps the end page while the page behind it is reported again, and closes it with the next page', async () => {
  const run = await startReady();
  run.page.ending = 'end';
  run.move(place(0));
  expect(run.page.ending).toBe('end');
  run.move(place(1));
  expect(run.page.ending).toBeNull();
});
