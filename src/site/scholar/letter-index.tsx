interface LetterIndexProps {
  letters: readonly { initial: string; count: number }[];
  chosen: string;
  choose: (initial: string) => void;
}

/** The letters of surnames: a bar at the right edge of a phone, a row on wider screens. Pressing the chosen letter shows all again. */
export function LetterIndex({ letters, chosen, choose }: LetterIndexProps) {
  if (letters.length < 2) return null;
  return (
    <nav className="letter-index" aria-label="按姓氏首字母">
      {letters.map(({ initial, count }) => (
        <button
          key={initial}
          type="button"
          aria-pressed={chosen === initial}
          aria-label={`${initial}，${count}位`}
          onClick={() => choose(chosen === initial ? '' : initial)}
        >
          {initial}
        </button>
      ))}
    </nav>
  );
}
