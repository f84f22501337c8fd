import type { Answer } from '../textbook/question-kind.ts';

/** What a device writes down while a student answers; nothing in it is changed later. */
export interface JournalEvent {
  readonly deviceId: string;
  /** Counts from 1 on each device, without gaps. */
  readonly seq: number;
  /** Logical clock: later than every event that the device has seen. */
  readonly clock: number;
  /** Wall clock, and a clock that only goes forward since `bootId`; milliseconds. */
  readonly wallMs: number;
  readonly monoMs: number;
  readonly bootId: string;
  readonly kind: JournalKind;
  /** Of `answer` and `flag`. */
  readonly itemId?: string | undefined;
  readonly answer?: Answer | undefined;
  /** Of `flag`: marked to come back to it. */
  readonly on?: boolean | undefined;
  /** The last event of each other device that this device had received. */
  readonly seen?: Readonly<Record<string, number>> | undefined;
}

/** `resume` is the opening of the page; the first one of a device begins the attempt there. */
export const JOURNAL_KINDS = ['resume', 'answer', 'flag', 'submit'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** An answer with the event that wrote it. */
export interface WrittenAnswer {
  readonly answer: Answer | null;
  readonly by: string;
  readonly seq: number;
  readonly clock: number;
}

export interface MergedItem extends WrittenAnswer {
  /** Answers of other devices that no later answer had seen: the student chooses, or the teacher sees both. */
  readonly others: readonly WrittenAnswer[];
  readonly flagged: boolean;
}

export interface MergedAttempt {
  readonly items: Readonly<Record<string, MergedItem>>;
  /** The event that ended the attempt. */
  readonly submit: JournalEvent | null;
  /** Answers that no hand-in included: written on another device that was not seen, or after the end. In order. */
  readonly afterSubmit: readonly JournalEvent[];
}

/** The order of events over all devices: by logical clock, ties by the id of the device, then by its own count. */
export const inOrder = (one: JournalEvent, two: JournalEvent): number =>
  one.clock - two.clock || (one.deviceId < two.deviceId ? -1 : one.deviceId > two.deviceId ? 1 : 0) || one.seq - two.seq;

const keyOf = ({ deviceId, seq }: JournalEvent): string => `${deviceId} ${seq}`;

/** Whether a hand-in included an event. */
const includes = (submit: JournalEvent, event: JournalEvent): boolean =>
  event.deviceId === submit.deviceId ? event.seq <= submit.seq : event.seq <= (submit.seen?.[event.deviceId] ?? 0);

/**
 * The state of an attempt from the events of all its devices. It depends on the set of events only: any order of arrival, cuts and repeats give the
 * same state. Every answer is in `items` or in `afterSubmit`, or was replaced by a later answer.
 *
 * @param reopened events up to these counts are before the last return to the student, so that their hand-in no longer ends the attempt
 */
export function mergeJournals(events: Iterable<JournalEvent>, reopened: Readonly<Record<string, number>> = {}): MergedAttempt {
  const once = new Map<string, JournalEvent>();
  for (const event of events) if (!once.has(keyOf(event))) once.set(keyOf(event), event);
  const sorted = [...once.values()].toSorted(inOrder);
  const submit = sorted.find((event) => event.kind === 'submit' && event.seq > (reopened[event.deviceId] ?? 0)) ?? null;
  const items = new Map<string, MergedItem>();
  const afterSubmit: JournalEvent[] = [];
  for (const event of sorted) {
    if (event.itemId === undefined) continue;
    if (submit && !includes(submit, event)) {
      if (event.kind === 'answer') afterSubmit.push(event);
    } else items.set(event.itemId, withEvent(items.get(event.itemId), event));
  }
  return { items: Object.fromEntries(items), submit, afterSubmit };
}

const EMPTY: MergedItem = { answer: null, by: '', seq: 0, clock: 0, others: [], flagged: false };

const same = (one: Answer | null, two: Answer | null): boolean => JSON.stringify(one) === JSON.stringify(two);

/** Whether the device of an event knew an answer when it wrote another one over it. */
const knew = ({ deviceId, seen }: JournalEvent, { by, seq }: WrittenAnswer): boolean => by === deviceId || (seen?.[by] ?? 0) >= seq;

function withEvent(before: MergedItem = EMPTY, event: JournalEvent): MergedItem {
  if (event.kind === 'flag') return { ...before, flagged: event.on ?? false };
  const answer = event.answer ?? null;
  const { others, flagged, ...last } = before;
  const left = [last, ...others].filter((one) => one.by !== '' && !knew(event, one) && !same(one.answer, answer));
  return { answer, by: event.deviceId, seq: event.seq, clock: event.clock, others: left, flagged };
}
