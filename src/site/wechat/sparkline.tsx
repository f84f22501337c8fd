import type { RankPoint } from '../../../contract/wechat/account.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const PAD = 3;

/** Returns the lines of the listed periods: a period without a place interrupts the line. */
export function linesOf(points: readonly RankPoint[], { width, height }: Size): { x: number; y: number }[][] {
  const values = points.flatMap(({ wci }) => (wci === null ? [] : [wci]));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = points.length > 1 ? (width - 2 * PAD) / (points.length - 1) : 0;
  const lines: { x: number; y: number }[][] = [[]];
  for (const [index, { wci }] of points.entries()) {
    if (wci === null) lines.push([]);
    else
      lines.at(-1)?.push({
        x: PAD + index * step,
        y: most === least ? height / 2 : height - PAD - ((wci - least) / (most - least)) * (height - 2 * PAD),
      });
  }
  return lines.filter((line) => line.length > 0);
}

/** Describes the course of an index in words. */
export function wordsOf(points: readonly RankPoint[]): string {
  const listed = points.filter(({ wci }) => wci !== null);
  const [first, last] = [listed[0], listed.at(-1)];
  if (!first || !last) return '近期没有上榜';
  const best = Math.min(...listed.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY));
  return `近${points.length}期上榜${listed.length}次，WCI 从 ${first.wci?.toFixed(2)} 到 ${last.wci?.toFixed(2)}，最好第${best}名`;
}

/** A small line of the index over the last periods; its text alternative says the same in words. */
export function Sparkline({ points, width = 72, height = 24 }: { points: readonly RankPoint[] } & Partial<Size>) {
  const lines = linesOf(points, { width, height });
  const last = lines.at(-1)?.at(-1);
  return (
    <>
      <span className="unseen">{wordsOf(points)}</span>
      <svg className="sparkline" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {lines.map((line) => (
          <polyline key={line[0]?.x} points={line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        ))}
        {last ? <circle cx={last.x} cy={last.y} r={2.5} /> : null}
      </svg>
    </>
  );
}
