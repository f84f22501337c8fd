/** Colours of a drawn contest head; the title chooses one, always the same. Text on them has a contrast of 7 or more. */
const GROUNDS = [
  ['#7c2b2a', '#d98f6c'],
  ['#24544a', '#7fb0a1'],
  ['#1f5570', '#74a5bb'],
  ['#4c4266', '#a095b8'],
] as const;

const hash = (text: string): number => [...text].reduce((sum, one) => (Math.imul(sum, 31) + one.charCodeAt(0)) >>> 0, 7);

const inkOf = (title: string) => GROUNDS[hash(title) % GROUNDS.length] ?? GROUNDS[0];
/** The colour behind the drawing, where it does not fill its place. */
export const groundOf = (title: string): string => inkOf(title)[0];

interface Props {
  readonly title: string;
  readonly cover: string;
}

/** The picture of a contest, or rings that spread from a lamp. */
export function ContestArt({ title, cover }: Props) {
  if (cover) return <img className="contest-art-picture" src={cover} alt="" />;
  const [ground, ring] = inkOf(title);
  return (
    <svg className="contest-art-picture" viewBox="0 0 390 292" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <rect width="390" height="292" fill={ground} />
      <g fill="none" stroke={ring}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
          <circle key={step} cx="318" cy="150" r={34 + step * 30} strokeWidth={step % 3 === 1 ? 4 : 1.4} opacity={0.75 - step * 0.07} />
        ))}
      </g>
      <circle cx="318" cy="150" r="34" fill="#e9b44c" />
      <path d="M300 196h36v6h-36zM315 200h6v92h-6z" fill={ground} opacity="0.6" />
    </svg>
  );
}
