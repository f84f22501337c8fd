/** Mixes the seed and an id into 32 bits (FNV-1a with the finalizer of Murmur3). */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns things in the order in which one attempt shows them: the same for a seed on every device, after a regrade and however the list is stored.
 * Pinned ones stay last, in the order of the list. The seed is that of the attempt; ids differ between questions.
 */
export function displayOrder<T extends { readonly id: string; readonly pinned?: boolean | undefined }>(things: readonly T[], seed: string): T[] {
  const placed = things.filter(({ pinned }) => !pinned).map((thing) => ({ thing, place: mixed(`${seed}:${thing.id}`) }));
  placed.sort((a, b) => a.place - b.place || (a.thing.id < b.thing.id ? -1 : 1));
  return [...placed.map(({ thing }) => thing), ...things.filter(({ pinned }) => pinned)];
}

const PINNED = /^(?:以上|上述|all of (?:the|these)|none of (?:the|these)|both of (?:the|these)|neither of (?:the|these))/i;

/** Whether the text of an option speaks of the others and is offered to stay last. */
export const isPinnedText = (text: string): boolean => PINNED.test(text.trim());

/** A, B, C … of a place in the displayed order. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);
