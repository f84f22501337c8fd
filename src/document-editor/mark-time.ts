/** A mark or a comment as the file has it: `date` is ISO 8601, empty when the file has none. */
interface Dated {
  readonly author: string;
  readonly date: string;
}

const WHOLE_MINUTE = /:00(\.0+)?Z?$/;
const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Returns how to show the time of a mark, `yyyy-MM-dd HH:mm` in the time of this device. Word writes local time without seconds and still marks it as
 * UTC; other programs write UTC. A person all of whose marks are at whole minutes is
 * taken to have written them in Word.
 */
export function markTimes(all: readonly Dated[]): (mark: Dated) => string {
  const inWord = new Map<string, boolean>();
  for (const { author, date } of all) if (date !== '') inWord.set(author, (inWord.get(author) ?? true) && WHOLE_MINUTE.test(date));
  return ({ author, date }) => {
    const at = new Date(date);
    if (date === '' || Number.isNaN(at.getTime())) return '';
    if (inWord.get(author) ?? WHOLE_MINUTE.test(date)) return date.slice(0, 16).replace('T', ' ');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
  };
}
