import { useState } from 'react';
import { pointsOf } from './editor-value.ts';
import { TextField } from './rich-field.tsx';

/** Points with up to two decimals; the value is hundredths. */
export function PointsField({ label, points, change }: { label: string; points: number; change: (points: number) => void }) {
  const [typed, setTyped] = useState({ points, text: String(points / 100) });
  return (
    <TextField
      label={label}
      value={typed.points === points ? typed.text : String(points / 100)}
      maxLength={7}
      change={(text) => {
        const read = pointsOf(text);
        setTyped({ points: read ?? points, text });
        if (read !== null) change(read);
      }}
    />
  );
}
