/** A choice that is on or off, in a row of choices. */
export function Chip({ name, on, pick }: { name: string; on: boolean; pick: () => void }) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={pick}>
      <span>{name}</span>
    </button>
  );
}
