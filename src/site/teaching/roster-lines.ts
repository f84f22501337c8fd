export interface RosterLine {
  readonly memberName: string;
  readonly studentNo: string;
}

/** Lines of a pasted roster: number and name in any order, separated by a tab, a comma or blanks; or a name alone. */
export function rosterLines(text: string): RosterLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const parts = line.split(/[\t,，;；]+|\s{2,}|(?<=\d)\s+|\s+(?=\d)/).map((part) => part.trim());
      const number = parts.findIndex((part) => /\d/.test(part) && /^[\w-]+$/.test(part));
      if (number === -1) return { memberName: line, studentNo: '' };
      return { memberName: parts.filter((_part, at) => at !== number).join(' '), studentNo: parts[number] ?? '' };
    });
}
