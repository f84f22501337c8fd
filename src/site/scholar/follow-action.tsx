import { useFollow } from './use-follow.ts';

/** Follows a scholar, or stops following. */
export function FollowAction({ scholarId, name, tall = false }: { scholarId: number; name: string; tall?: boolean }) {
  const { following, toggle } = useFollow(scholarId);
  return (
    <button
      type="button"
      className={`button ${tall ? 'button-tall' : ''} ${following ? 'button-line' : tall ? 'button-fill' : 'scholar-follow'}`}
      aria-pressed={following}
      aria-label={following ? `取消关注${name}` : `关注${name}`}
      onClick={toggle}
    >
      {following ? '已关注' : '关注'}
    </button>
  );
}
