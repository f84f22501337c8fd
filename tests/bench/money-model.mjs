// An independent calculation of earnings: exact fractions of BigInt, written from the rules in words and not from the code of the server.
// It knows royalties by tiers with their top-up, digital shares, the split between authors, carry, reserve, advance, and the withheld tax.
const big = (value) => BigInt(value);
const abs = (value) => (value < 0n ? -value : value);
const lesser = (a, b) => (a < b ? a : b);
const greater = (a, b) => (a > b ? a : b);

/** Half up on the absolute value. */
function rounded(numerator, denominator) {
  const whole = abs(numerator) / denominator;
  const up = (abs(numerator) % denominator) * 2n >= denominator ? whole + 1n : whole;
  return numerator < 0n ? -up : up;
}

/** How many copies of each tier lie below a place on the scale. A place below zero has none. */
function copiesBelow(tiers, place) {
  return tiers.map(({ fromCopies }, at) => {
    const low = at === 0 ? 0n : big(fromCopies) - 1n;
    const high = at + 1 < tiers.length ? big(tiers[at + 1].fromCopies) - 1n : null;
    const end = high === null ? place : lesser(place, high);
    return greater(0n, end - low);
  });
}

/** Printed copies: every sale moves along one scale, a return moves back; one amount for each channel, price and tier. */
function paperFen(tiers, before, sales) {
  const groups = new Map();
  let place = before;
  for (const sale of sales) {
    const next = place + big(sale.copies);
    const [from, to] = [copiesBelow(tiers, place), copiesBelow(tiers, next)];
    for (const [at, tier] of tiers.entries()) {
      const key = `${sale.channel}|${sale.priceFen}|${tier.bp}`;
      const group = groups.get(key) ?? { priceFen: big(sale.priceFen), bp: big(tier.bp), copies: 0n };
      group.copies += to[at] - from[at];
      groups.set(key, group);
    }
    place = next;
  }
  let fen = 0n;
  for (const { priceFen, bp, copies } of groups.values()) fen += rounded(priceFen * copies * bp, 10_000n);
  return { fen, after: place, any: [...groups.values()].some(({ copies }) => copies !== 0n) };
}

/** What the copies between those that were sold and the least number are worth. */
function missingFen(tiers, least, sold, priceFen) {
  if (sold >= least) return 0n;
  const [from, to] = [copiesBelow(tiers, sold), copiesBelow(tiers, least)];
  return tiers.reduce((all, { bp }, at) => all + rounded(priceFen * (to[at] - from[at]) * big(bp), 10_000n), 0n);
}

function channelFen(sales, shareBp) {
  const groups = new Map();
  for (const { channel, priceFen, copies } of sales) {
    const key = `${channel}|${priceFen}`;
    groups.set(key, (groups.get(key) ?? 0n) + big(copies));
  }
  return {
    fen: [...groups].reduce((all, [key, copies]) => all + rounded(copies * big(key.split('|')[1]) * big(shareBp), 10_000n), 0n),
    any: [...groups.values()].some((copies) => copies !== 0n),
  };
}

/** A sale of our own, or its refund: price without VAT of 9 %, minus 0.6 % of the price for the channel, times the share. */
function ownFen(payFen, shareBp) {
  const net = rounded(big(payFen) * 100n, 109n) - rounded(big(payFen) * 6n, 1_000n);
  return rounded(net * big(shareBp), 10_000n);
}

/** Splits by shares: whole parts first, the rest fen by fen to the largest remainders, the earlier author first. */
export function splitModel(fen, shares) {
  const all = shares.reduce((sum, share) => sum + big(share), 0n);
  const sign = fen < 0n ? -1n : 1n;
  const parts = shares.map((share) => (abs(fen) * big(share)) / all);
  const rests = shares.map((share) => (abs(fen) * big(share)) % all);
  let left = abs(fen) - parts.reduce((sum, part) => sum + part, 0n);
  const given = new Set();
  while (left > 0n) {
    let best = -1;
    for (const [at, rest] of rests.entries()) if (!given.has(at) && (best < 0 || rest > rests[best])) best = at;
    given.add(best);
    parts[best] += 1n;
    left -= 1n;
  }
  return parts.map((part) => sign * part);
}

const MONTHLY = [
  [3_000, 3, 0],
  [12_000, 10, 210],
  [25_000, 20, 1_410],
  [35_000, 25, 2_660],
  [55_000, 30, 4_410],
  [80_000, 35, 7_160],
  [null, 45, 15_160],
];
const LABOUR = [
  [20_000, 20, 0],
  [50_000, 30, 2_000],
  [null, 40, 7_000],
];
const ALWAYS_20 = [[null, 20, 0]];

/** The tax on an income, exact until the last step. */
export function taxModel(category, residence, income) {
  if (income <= 0n) return 0n;
  // What counts, in thousandths of a fen.
  let counted = income * 1_000n;
  if (category !== 'prize') {
    if (residence === 'resident' && income <= 400_000n) counted = greater(0n, income - 80_000n) * 1_000n;
    else counted = income * 800n;
    if (category === 'author') counted = (counted * 7n) / 10n;
  }
  const table = category === 'prize' ? ALWAYS_20 : residence === 'foreign' ? MONTHLY : category === 'labour' ? LABOUR : ALWAYS_20;
  const [, rate, quick] = table.find(([to]) => to === null || counted <= big(to) * 100_000n);
  return greater(0n, rounded(counted * big(rate) - big(quick) * 100n * 100_000n, 100_000n));
}

const monthNumber = (period) => Number(period.slice(0, 4)) * 12 + Number(period.slice(5));
const isOver = (heldIn, period) => monthNumber(period) - monthNumber(heldIn) >= 12;
const SPAN = { month: 1, half: 6, year: 12 };
const bySale = (a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.channel < b.channel ? -1 : a.channel > b.channel ? 1 : a.id - b.id);

/**
 * The lines of one agreement in the order in which they are settled. A case has `terms`, `listFen`, `authors` ({share, residence, category}) and
 * `months` ({period, taxMonth, sales, own, advance, reverse}); `reverse` names earlier lines by number and gives the month of the mirrored line.
 */
export function linesOfModel({ terms, listFen, authors, months }) {
  const held = authors.map(() => ({ carry: 0n, advance: 0n, reserves: [] }));
  const taxed = new Map();
  const lines = [];
  let sold = 0n;
  let settled = false;
  let waiting = { paper: [], ebook: [], audio: [], own: [] };

  function settle(at, source, period, taxMonth, gross) {
    const own = held[at];
    const line = { at, source, period, gross, carry: 0n, held: 0n, released: 0n, recouped: 0n };
    if (source === 'advance') own.advance += gross;
    else {
      own.reserves.sort((a, b) => monthNumber(a.period) - monthNumber(b.period));
      let due = greater(0n, -gross);
      for (const reserve of own.reserves) {
        const used = lesser(due, reserve.fen);
        reserve.fen -= used;
        due -= used;
        line.released += used;
      }
      const income = greater(0n, gross);
      const setOff = lesser(own.carry, income);
      own.carry += due - setOff;
      line.carry = setOff - due;
      for (const reserve of own.reserves)
        if (isOver(reserve.period, period)) {
          line.released += reserve.fen;
          reserve.fen = 0n;
        }
      line.held = rounded((income - setOff) * big(terms.reserveBp), 10_000n);
      if (line.held > 0n) own.reserves.push({ period, fen: line.held });
      const before = gross - line.carry - line.held + line.released;
      line.recouped = terms.recoup ? lesser(own.advance, before) : 0n;
      own.advance -= line.recouped;
    }
    line.payable = gross - line.carry - line.held + line.released - line.recouped;
    const key = `${at}|${taxMonth}`;
    const before = taxed.get(key) ?? { income: 0n, tax: 0n };
    const whole = taxModel(authors[at].category, authors[at].residence, before.income + line.payable);
    line.tax = greater(0n, whole - before.tax);
    line.net = line.payable - line.tax;
    taxed.set(key, { income: before.income + line.payable, tax: before.tax + line.tax });
    lines.push(line);
  }

  /** What is to be given back of an advance is a matter of the agreement. */
  const isReversible = (line) => line?.source === 'royalty';

  for (const { period, taxMonth, sales, own, advance, reverse } of months) {
    for (const sale of sales) waiting[sale.form].push(sale);
    waiting.own.push(...own);
    const month = Number(period.slice(5));
    if (month % SPAN[terms.period] === 0) {
      let fen = 0n;
      // A reserve whose twelve months are over is paid without a sale too.
      let any = held.some(({ reserves }) => reserves.some((one) => one.fen > 0n && isOver(one.period, period)));
      if (terms.paperTiers.length > 0 && waiting.paper.length > 0) {
        const before = sold;
        const paper = paperFen(terms.paperTiers, before, waiting.paper.toSorted(bySale));
        sold = paper.after;
        const least = big(terms.leastCopies);
        const more =
          missingFen(terms.paperTiers, least, sold, big(listFen)) - (settled ? missingFen(terms.paperTiers, least, before, big(listFen)) : 0n);
        settled = true;
        fen += paper.fen + more;
        any ||= paper.any || more !== 0n;
      }
      for (const form of ['ebook', 'audio'])
        if (terms[`${form}ShareBp`] > 0) {
          const channel = channelFen(waiting[form], terms[`${form}ShareBp`]);
          fen += channel.fen;
          any ||= channel.any;
        }
      for (const { payFen, form } of waiting.own) {
        fen += ownFen(payFen, terms[`${form}ShareBp`]);
        any ||= payFen !== 0 && terms[`${form}ShareBp`] > 0;
      }
      waiting = { paper: [], ebook: [], audio: [], own: [] };
      const shares = authors.map(({ share }) => share);
      if (any) for (const [at, part] of splitModel(fen, shares).entries()) settle(at, 'royalty', period, taxMonth, part);
    }
    if (advance) {
      const parts = splitModel(
        big(terms.advanceFen),
        authors.map(({ share }) => share),
      );
      for (const [at, part] of parts.entries()) settle(at, 'advance', period, taxMonth, part);
    }
    for (const { line, into } of reverse) if (isReversible(lines[line])) settle(lines[line].at, 'reversal', into, taxMonth, -lines[line].gross);
  }
  return lines;
}
