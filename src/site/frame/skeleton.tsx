interface SkeletonProps {
  width?: number | string;
  height?: number;
  ratio?: string;
  round?: number;
  top?: number;
}

/** A placeholder shape for content that is loading. */
export function Skeleton({ width = '100%', height, ratio, round, top }: SkeletonProps) {
  return <span className="skeleton" style={{ width, height, aspectRatio: ratio, borderRadius: round, marginTop: top }} />;
}
