/** Five English passages, as in different books: short and long words, dialogue, a list of names, a technical text. */
export const ENGLISH = [
  'The lamp keeper’s daughter had never left the island—not once, in all her seventeen years—and she did not mean to leave it now. “If the boat comes,” she said, “let it come. I’ll be at the top of the stairs, where the light is, and he’ll have to climb every one of them.”',
  'Notwithstanding the extraordinary representations of the commissioners, the administration considered the reconstruction of the telecommunications infrastructure an unjustifiable expenditure, characteristically postponing responsibility for its implementation.',
  'He sat down. She did not. It was late, and the rain had come in from the sea and was on the roof and in the yard and at the door. No one had come up the road all day, and no one would now. “Well,” he said at last, and that was all he said.',
  'Transcontinental shipping companies, meteorological observatories, lighthouse authorities and hydrographic departments contributed measurements; Fitzwilliam-Montgomery, Oppenheimer, Rajagopalachari and Wierzbicka independently verified the correspondence.',
  'To configure authentication, initialise the subsystem, then recalculate permissions: misconfigured synchronisation invalidates previously transferred certificates, whereas asynchronous replication guarantees availability without compromising confidentiality.',
] as const;

/** Inserts soft hyphens at possible syllable ends, as preparation does: a simple rule for words of six letters and more. */
export const softHyphened = (text: string): string =>
  text.replace(/[A-Za-z]{6,}/g, (word) => word.replace(/([aeiouy][bcdfghjklmnpqrstvwxz])(?=[bcdfghjklmnpqrstvwxz]?[aeiouy][a-z]{2})/gi, '$1\u00ad'));
