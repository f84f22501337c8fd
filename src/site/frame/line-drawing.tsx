const DRAWINGS = {
  boat: [
    'M20 108h160M34 120h28M130 120h40M74 128h52',
    'M52 92h92c-8 16-24 22-46 22s-38-6-46-22zM102 86V42c14 10 26 24 34 44z',
    'M94 86V30C76 44 64 62 60 86z',
  ],
  lamp: [
    'M30 124h140M100 124V70M84 124h32M128 124v-10h34v10M132 114v-8h26v8M60 48l-10-4M58 62l-11 2M140 48l10-4M142 62l11 2',
    '',
    'M76 70h48l-10-34H86z',
  ],
  cut: [
    'M24 118h152M56 84c16-12 26-14 34-13M144 84c-16-12-26-14-34-13M92 64l4 8-4 6 4 8M106 62l4 8-4 6 4 8M66 128h24M110 128h40',
    'M40 118V52c0-14 16-14 16 0v66M144 118V52c0-14 16-14 16 0v66',
    '',
  ],
  find: [
    'M24 122h152M52 70h12M72 60h8M88 76h14M150 94l16 18',
    'M48 122V58h20v64M68 122V48h16v74M84 122V64h22v58',
    'M156 78a22 22 0 1 1-44 0 22 22 0 0 1 44 0z',
  ],
} as const;

/** The stroke style of the drawings. */
export const DRAWN = {
  fill: 'none',
  stroke: 'var(--ink-soft)',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export type LineDrawingName = keyof typeof DRAWINGS;

/** Line drawings on a common base line, for empty and error states. */
export function LineDrawing({ name }: { name: LineDrawingName }) {
  const [lines, paper, wash] = DRAWINGS[name];
  return (
    <svg width="200" height="150" viewBox="0 0 200 150" {...DRAWN}>
      <path d={wash} fill="var(--brand-wash)" />
      <path d={paper} fill="var(--paper)" />
      <path d={lines} />
    </svg>
  );
}
