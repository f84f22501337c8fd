import './labelled.css';
import { useId, type ReactNode } from 'react';

/** A label above its control; the control takes the id. */
export function Labelled({ label, children }: { label: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
