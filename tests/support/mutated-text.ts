/** A generator of whole numbers below `most`. */
export type RandomBelow = (most: number) => number;

const oneOf = <T>(list: readonly T[], next: RandomBelow): T => list[next(list.length)]!;

/** Changes a text in one to four places: cuts, doubles, turns, joins and inserts signs. */
export function mutatedText(text: string, other: string, signs: readonly string[], most: number, next: RandomBelow): string {
  let made = text;
  for (let times = 1 + next(4); times > 0; times -= 1) {
    const at = next(made.length + 1);
    const length = 1 + next(oneOf([2, 20, 200], next));
    const rest = made.slice(at + length);
    const piece = made.slice(at, at + length);
    switch (next(8)) {
      case 0:
        made = made.slice(0, at) + rest;
        break;
      case 1:
        made = made.slice(0, at) + oneOf(signs, next) + made.slice(at);
        break;
      case 2:
        made = made.slice(0, at) + oneOf(signs, next) + rest;
        break;
      case 3:
        made = made.slice(0, at) + piece.repeat(1 + next(30)) + rest;
        break;
      case 4:
        made = made.slice(0, at) + [...piece].toReversed().join('') + rest;
        break;
      case 5:
        made = made.slice(0, at);
        break;
      case 6:
        made = made.slice(0, at) + other.slice(next(other.length), next(other.length)) + made.slice(at);
        break;
      default:
        made = made.slice(0, at) + oneOf(signs, next).repeat(1 + next(60)) + made.slice(at);
    }
  }
  return made.slice(0, most);
}

export function mutatedBytes(bytes: Buffer, next: RandomBelow): Buffer {
  const made = Buffer.from(bytes);
  for (let times = 1 + next(8); times > 0; times -= 1) made[next(made.length)] = next(256);
  return next(4) === 0 ? made.subarray(0, next(made.length)) : next(6) === 0 ? Buffer.concat([made.subarray(0, next(made.length)), made]) : made;
}
