import { Cover, type Covered } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';

/** A work in an admin list: its cover, its title, which opens it, and its authors. */
export const WorkCell = ({ work, open }: { work: Covered; open: () => void }) => (
  <div className="work-cell">
    <span>
      <Cover book={work} scale="small" />
    </span>
    <div style={{ minWidth: 0 }}>
      <button type="button" className="work-title" title={work.title} {...inLatin(work.title)} onClick={open}>
        {work.title}
      </button>
      <div className="soft" title={work.authorsText}>
        {work.authorsText}
      </div>
    </div>
  </div>
);
