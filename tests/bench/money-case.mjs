// Random agreements with their sales, returns, refunds, advances and reversals, month by month, repeatable by a seed.
const CHANNELS = ['书店', '网店', '批发'];
const CATEGORIES = ['author', 'labour', 'prize'];
/** A generator that is good in its low bits too. */
export function numbersFrom(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % most;
  };
}
const nextMonth = (period) => {
  const count = Number(period.slice(0, 4)) * 12 + Number(period.slice(5));
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
};

/** `real` keeps to what the services accept: one tax month, authors only, mirrored lines in `real.into`. */
export function caseFrom(seed, { months, perMonth, start = '2023-01', real = null }) {
  const random = numbersFrom(seed);
  const chance = (of) => random(of) === 0;
  let bp = 100 + random(900);
  const tiers = [{ fromCopies: 1, bp }];
  for (let more = random(4); more > 0; more -= 1) {
    bp += random(400);
    tiers.push({ fromCopies: tiers.at(-1).fromCopies + 1 + random(chance(2) ? 40 : 4_000), bp });
  }
  const count = 1 + random(3);
  const cuts = [0, 10_000, ...Array.from({ length: count - 1 }, () => 1 + random(9_999))].toSorted((a, b) => a - b);
  const shares = cuts.slice(1).map((cut, at) => cut - cuts[at]);
  const authors = shares
    .filter((share) => share > 0)
    .map((share) => ({ share, residence: chance(4) ? 'foreign' : 'resident', category: real || !chance(4) ? 'author' : CATEGORIES[random(3)] }));
  const terms = {
    paperTiers: chance(8) ? [] : tiers,
    ebookShareBp: chance(4) ? 0 : 1 + random(9_000),
    audioShareBp: chance(3) ? 0 : 1 + random(9_000),
    leastCopies: chance(2) ? 0 : random(2_000),
    advanceFen: chance(2) ? 0 : 1 + random(chance(2) ? 50_000 : 3_000_000),
    recoup: !chance(4),
    reserveBp: chance(2) ? 0 : random(3_001),
    period: chance(3) ? (chance(2) ? 'half' : 'year') : 'month',
    authorDiscountBp: 7_000,
  };
  const listFen = 100 + random(20_000);
  const sold = { paper: 0, ebook: 0, audio: 0 };
  const kept = [];
  const list = [];
  const digital = real ? [chance(2) ? 'ebook' : 'audio'] : ['ebook', 'audio'];
  let id = 0;
  let lines = 0;
  let period = start;
  for (let at = 0; at < months; at += 1, period = nextMonth(period)) {
    const month = {
      period,
      taxMonth: real ? 'one' : `${Math.floor(at / 3)}`,
      sales: [],
      own: [],
      advance: at === 0 && terms.advanceFen > 0,
      reverse: [],
    };
    for (let left = random(2 * perMonth + 1); left > 0; left -= 1) {
      id += 1;
      const form = ['paper', 'paper', 'ebook', 'audio'][random(4)];
      const priceFen = chance(3) ? listFen : 1 + random(30_000);
      const date = `${period}-${String(1 + random(28)).padStart(2, '0')}`;
      const channel = CHANNELS[random(3)];
      if (random(3) > 0) {
        const back = sold[form] > 0 && chance(4);
        const copies = back ? -(1 + random(sold[form])) : 1 + random(chance(4) ? 9_000 : 60);
        sold[form] += copies;
        month.sales.push({ id, form, channel, copies, priceFen, date });
      } else if (kept.length > 0 && chance(4)) {
        const [{ form: of, payFen, ref }] = kept.splice(random(kept.length), 1);
        month.own.push({ id, form: of, payFen: -payFen, ref });
      } else {
        const of = digital[random(digital.length)];
        const payFen = random(20_000);
        month.own.push({ id, form: of, payFen, ref: id });
        kept.push({ form: of, payFen, ref: id });
      }
    }
    // Which lines exist is known only after the calculation: a number beyond them reverses nothing, and a line is reversed once.
    lines += authors.length;
    if (chance(8)) month.reverse.push({ line: random(lines), into: real?.into ?? period });
    list.push(month);
  }
  const seen = new Set();
  for (const month of list) month.reverse = month.reverse.filter(({ line }) => !seen.has(line) && seen.add(line));
  return { seed, terms, listFen, authors, months: list };
}

/** Sales, returns, own sales, refunds, advances, and reversals of a case. */
export const eventsIn = ({ months }) =>
  months.reduce((all, { sales, own, advance, reverse }) => all + sales.length + own.length + (advance ? 1 : 0) + reverse.length, 0);

/** More copies never come back than were sold before, as the import checks. */
function isPossible({ months }) {
  const sold = { paper: 0, ebook: 0, audio: 0 };
  for (const { form, copies } of months.flatMap(({ sales }) => sales)) {
    sold[form] += copies;
    if (sold[form] < 0) return false;
  }
  return true;
}

/** Takes away event after event while `fails` holds, and returns the smallest case that is left. */
export function smallest(one, fails) {
  let best = one;
  for (let smaller = true; smaller; ) {
    smaller = false;
    const tries = [];
    for (const [at, month] of best.months.entries()) {
      for (const list of ['sales', 'own', 'reverse'])
        for (const n of month[list].keys()) tries.push([at, { ...month, [list]: month[list].filter((_event, index) => index !== n) }]);
      if (month.advance) tries.push([at, { ...month, advance: false }]);
    }
    for (const [at, month] of tries) {
      const next = { ...best, months: best.months.with(at, month) };
      if (!isPossible(next) || !fails(next)) continue;
      best = next;
      smaller = true;
      break;
    }
  }
  return { ...best, months: best.months.filter((month) => month.sales.length + month.own.length + month.reverse.length > 0 || month.advance) };
}
