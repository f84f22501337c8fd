interface Played {
  /** Of a work, or of a part of it. */
  readonly kind: string;
}

/** The parts of a film are 集, of what is heard 段. */
export const partUnit = ({ kind }: Played): string => (kind === 'video' ? '集' : '段');
/** One of them where it has a name, and all of them together. */
export const partsName = ({ kind }: Played): string => (kind === 'video' ? '分集' : '曲目');
