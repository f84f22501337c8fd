import { useState } from 'react';

/**
 * The fields of a form above the saved row. A field that was not edited follows the server; an edited one keeps what was typed, also while other
 * parts of the row are saved. `saved` names the values that were sent: what was typed since then stays.
 */
export function useEdits<Values extends object>(row: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  return {
    values: { ...row, ...edits },
    change: (part: Partial<Values>) => setEdits((before) => ({ ...before, ...part })),
    saved: (sent: Values) =>
      setEdits(
        (before) => Object.fromEntries(Object.entries(before).filter(([key, value]) => value !== sent[key as keyof Values])) as Partial<Values>,
      ),
  };
}
