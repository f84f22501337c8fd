import type { ReactElement } from 'react';

/** Colours of a drawn contest head. Text on them has a contrast of 7 or more. */
const GROUNDS = [
  ['#7c2b2a', '#d98f6c'],
  ['#24544a', '#7fb0a1'],
  ['#1f5570', '#74a5bb'],
  ['#4c4266', '#a095b8'],
  ['#5a4418', '#c9a765'],
] as const;

const STEPS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const widthOf = (step: number): number => (step % 3 === 1 ? 4 : 1.4);

/** Drawings around the lamp at 318, 150. Their number has no common factor with that of the colours: twenty pairs before one returns. */
const MOTIFS: readonly (() => ReactElement)[] = [
  () => (
    <>
      {STEPS.map((step) => (
        <circle key={step} cx="318" cy="150" r={34 + step * 30} strokeWidth={widthOf(step)} opacity={0.75 - step * 0.07} />
      ))}
    </>
  ),
  () => (
    <>
      {Array.from({ length: 24 }, (_value, step) => (
        <path
          key={step}
          d="M368 150h420"
          transform={`rotate(${step * 15} 318 150)`}
          strokeWidth={step % 2 === 0 ? 3 : 1.2}
          opacity={step % 2 === 0 ? 0.5 : 0.32}
        />
      ))}
    </>
  ),
  () => (
    <>
      {STEPS.map((step) => (
        <path
          key={step}
          d={`M-60 ${118 + step * 24}q40 -22 80 0t80 0t80 0t80 0t80 0t80 0`}
          strokeWidth={widthOf(step)}
          opacity={0.28 + step * 0.05}
        />
      ))}
    </>
  ),
  () => (
    <>
      {STEPS.map((step) => (
        <rect
          key={step}
          x={318 - 30 - step * 26}
          y={150 - 30 - step * 26}
          width={60 + step * 52}
          height={60 + step * 52}
          transform="rotate(45 318 150)"
          strokeWidth={widthOf(step)}
          opacity={0.75 - step * 0.07}
        />
      ))}
    </>
  ),
];

const inkOf = (contestId: number) => GROUNDS[contestId % GROUNDS.length] ?? GROUNDS[0];
/** The colour behind the drawing, where it does not fill its place. */
export const groundOf = (contestId: number): string => inkOf(contestId)[0];

interface Props {
  readonly contestId: number;
  readonly cover: string;
}

/** The picture of a contest, or a drawing around a lamp; the id chooses colour and drawing, always the same. */
export function ContestArt({ contestId, cover }: Props) {
  if (cover) return <img className="contest-art-picture" src={cover} alt="" />;
  const [ground, ink] = inkOf(contestId);
  const motif = contestId % MOTIFS.length;
  return (
    <svg className="contest-art-picture" viewBox="0 0 390 292" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" data-motif={motif}>
      <rect width="390" height="292" fill={ground} />
      <g fill="none" stroke={ink}>
        {MOTIFS[motif]?.()}
      </g>
      <circle cx="318" cy="150" r="34" fill="#e9b44c" />
      <path d="M300 196h36v6h-36zM315 200h6v92h-6z" fill={ground} opacity="0.6" />
    </svg>
  );
}
