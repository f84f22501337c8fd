import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';

interface SectionHeadProps {
  title: string;
  note?: string;
  to?: string;
  /** Describes the target of the link, where 全部 alone is not clear. */
  label?: string;
}

export function SectionHead({ title, note = '', to, label }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2>{title}</h2>
      <p className="one-line">{note}</p>
      {to ? (
        <Link className="text-link" to={to} aria-label={label ?? `全部${title}`}>
          全部
          <Icon name="right" size={16} />
        </Link>
      ) : null}
    </div>
  );
}
