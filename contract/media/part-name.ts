interface Played {
  /** Kind of the work, or of a part of it. */
  readonly kind: string;
}

/** Unit of the parts: 集 for video, 段 for audio. */
export const partUnit = ({ kind }: Played): string => (kind === 'video' ? '集' : '段');
/** Name of the parts: one that has a title, and all together. */
export const partsName = ({ kind }: Played): string => (kind === 'video' ? '分集' : '曲目');
