// §12: cards of 10 000 rows of the log of practice, of few questions, of many, and of one. Each size is timed on rows in an order that no device would send
// and checked against the rows in order. A device with four times slower cores has 200 ms, which is 50 ms here.
// Usage: node tests/bench/review.mjs
import { DAY_MS } from '../../contract/clock.ts';
import { classEnds, reviewCards } from '../../contract/teaching/review-card.ts';

const ROWS = 10_000;
const MOST_MS = 200;
const SLOWER = 4;
const ROUNDS = 9;
const START = Date.parse('2026-01-01T12:00:00+08:00');

function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function logOf(questions) {
  const next = random(questions);
  return Array.from({ length: ROWS }, (_one, at) => {
    const share = next();
    const rating = share < 0.2 ? 1 : share < 0.35 ? 2 : share < 0.9 ? 3 : 4;
    return {
      id: `00000000-0000-4000-8000-${String(Math.floor(next() * 1e12)).padStart(12, '0')}`,
      questionId: 1 + Math.floor(next() * questions),
      versionId: 1,
      setId: 1,
      publishId: 1 + (at % 5),
      at: START + Math.floor(next() * 300 * DAY_MS),
      rating,
      verdict: rating === 1 ? 'wrong' : 'right',
      tries: rating < 3 ? 2 : 1,
      ms: 1_000,
      deviceId: next() < 0.5 ? 'phone-00001' : 'tablet-0001',
      kind: next() < 0.4 ? 'practice' : 'review',
    };
  });
}

const ends = classEnds([{ publishId: 1, endDate: '2027-01-10' }]);
const textOf = (cards) => JSON.stringify([...cards.values()].toSorted((a, b) => a.questionId - b.questionId));
let bad = 0;
for (const questions of [1, 50, 1_000, 10_000]) {
  const log = logOf(questions);
  const times = [];
  let cards = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now();
    cards = reviewCards(log, ends);
    times.push(performance.now() - before);
  }
  const best = Math.min(...times);
  const same =
    textOf(cards) ===
    textOf(
      reviewCards(
        [...log].sort((a, b) => a.at - b.at),
        ends,
      ),
    );
  const ok = same && best * SLOWER <= MOST_MS;
  if (!ok) bad += 1;
  console.log(
    `${ok ? '✓' : '✗'} ${ROWS} rows of ${questions} questions: ${cards.size} cards in ${best.toFixed(1)} ms, ${(best * SLOWER).toFixed(0)} ms at 4× CPU of ${MOST_MS} ms; ${same ? 'the same cards in order' : 'OTHER CARDS IN ORDER'}`,
  );
}
process.exit(bad > 0 ? 1 : 0);
