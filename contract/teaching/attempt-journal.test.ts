import { expect, it } from 'vitest';
import { mergeJournals, type JournalEvent } from './attempt-journal.ts';

const event = (deviceId: string, seq: number, clock: number, more: Partial<JournalEvent>): JournalEvent => ({
  deviceId,
  seq,
  clock,
  wallMs: clock,
  monoMs: clock,
  bootId: 'b',
  kind: 'answer',
  ...more,
});

/** A generator of numbers from 0 to below 1, the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The journals of two or three devices that answer, see each other now and then, and hand in. */
function journals(random: () => number): JournalEvent[] {
  const devices = ['phone', 'tablet', 'laptop'].slice(0, 2 + Math.floor(random() * 2));
  const made: JournalEvent[] = [];
  const clocks = new Map(devices.map((id) => [id, 0]));
  const seen = new Map<string, Record<string, number>>(devices.map((id) => [id, {}]));
  for (let at = 0; at < 30; at += 1) {
    const deviceId = devices[Math.floor(random() * devices.length)] ?? 'phone';
    if (random() < 0.3) {
      // This device receives what the others have written so far.
      for (const other of made.filter((one) => one.deviceId !== deviceId)) {
        const known = seen.get(deviceId) ?? {};
        known[other.deviceId] = Math.max(known[other.deviceId] ?? 0, other.seq);
        clocks.set(deviceId, Math.max(clocks.get(deviceId) ?? 0, other.clock));
      }
    }
    const clock = (clocks.get(deviceId) ?? 0) + 1;
    clocks.set(deviceId, clock);
    const seq = made.filter((one) => one.deviceId === deviceId).length + 1;
    const what = random();
    made.push(
      event(deviceId, seq, clock, {
        seen: { ...seen.get(deviceId) },
        ...(what < 0.06
          ? { kind: 'submit' }
          : what < 0.15
            ? { kind: 'flag', itemId: `q${Math.floor(random() * 4)}`, on: random() < 0.5 }
            : { itemId: `q${Math.floor(random() * 4)}`, answer: `${deviceId}${seq}` }),
      }),
    );
  }
  return made;
}

/** The same events in another order, in cuts that overlap, some of them twice. */
function received(events: readonly JournalEvent[], random: () => number): JournalEvent[] {
  const again = events.filter(() => random() < 0.4);
  return [...events, ...again]
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);
}

it('gives one state for any order, cuts and repeats of the journals, and keeps every answer', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = numbers(seed);
    const events = journals(random);
    const state = mergeJournals(events);
    for (let run = 0; run < 5; run += 1) expect(mergeJournals(received(events, random)), `seed ${seed}`).toEqual(state);
    const found = new Set([
      ...Object.values(state.items).flatMap(({ answer, others }) => [answer, ...others.map((one) => one.answer)]),
      ...state.afterSubmit.map(({ answer }) => answer),
    ]);
    const lost = events.filter(
      ({ kind, answer, deviceId, itemId, seq }) =>
        kind === 'answer' &&
        !found.has(answer ?? null) &&
        // Replaced on purpose: by the same device, or by one that had seen it.
        !events.some(
          (later) =>
            later.kind === 'answer' &&
            later.itemId === itemId &&
            (later.deviceId === deviceId ? later.seq > seq : (later.seen?.[deviceId] ?? 0) >= seq),
        ),
    );
    expect(lost, `seed ${seed}`).toEqual([]);
  }
});

it('takes the later clock for an item, and keeps the answer that the other device had not seen', () => {
  const state = mergeJournals([event('a', 1, 5, { itemId: 'q', answer: 'first' }), event('b', 1, 7, { itemId: 'q', answer: 'second' })]);
  expect(state.items.q).toMatchObject({ answer: 'second', others: [{ answer: 'first', by: 'a' }] });
});

it('keeps no second answer where the device had seen the first, or wrote the same', () => {
  const knowing = mergeJournals([
    event('a', 1, 5, { itemId: 'q', answer: 'first' }),
    event('b', 1, 7, { itemId: 'q', answer: 'second', seen: { a: 1 } }),
  ]);
  expect(knowing.items.q?.others).toEqual([]);
  const equal = mergeJournals([event('a', 1, 5, { itemId: 'q', answer: 'same' }), event('b', 1, 7, { itemId: 'q', answer: 'same' })]);
  expect(equal.items.q?.others).toEqual([]);
});

it('ends an attempt at the first hand-in; what it had not seen is kept after it', () => {
  const state = mergeJournals([
    event('a', 1, 1, { itemId: 'q1', answer: 'x' }),
    event('a', 2, 4, { kind: 'submit', seen: { b: 1 } }),
    event('b', 1, 2, { itemId: 'q2', answer: 'y' }),
    event('b', 2, 3, { itemId: 'q3', answer: 'z' }),
    event('b', 3, 9, { kind: 'submit' }),
  ]);
  expect(state.submit).toMatchObject({ deviceId: 'a', seq: 2 });
  expect(Object.keys(state.items)).toEqual(['q1', 'q2']);
  expect(state.afterSubmit.map(({ itemId }) => itemId)).toEqual(['q3']);
});

it('goes on after a return to the student: the earlier hand-in no longer ends the attempt', () => {
  const events = [
    event('a', 1, 1, { itemId: 'q1', answer: 'x' }),
    event('a', 2, 2, { kind: 'submit' }),
    event('a', 3, 3, { itemId: 'q1', answer: 'better' }),
  ];
  expect(mergeJournals(events, { a: 2 })).toMatchObject({ submit: null, items: { q1: { answer: 'better' } }, afterSubmit: [] });
});
