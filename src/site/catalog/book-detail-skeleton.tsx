import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import './book-detail.css';

/** `aside`: whether to include the side column of a wide page. */
export function BookDetailSkeleton({ aside = false }: { aside?: boolean }) {
  return (
    <div className="book" aria-busy="true">
      <div className="phone-only">
        <NavBar />
      </div>
      <div className="book-columns measure">
        <div className="book-main">
          <div className="book-crumbs wide-only">
            <Skeleton width={160} height={20} />
          </div>
          <div className="book-head">
            <span className="cover">
              <Skeleton ratio="3 / 4" />
            </span>
            <div className="book-words">
              <Skeleton width={84} height={18} />
              <Skeleton width="70%" height={28} top={14} />
              <Skeleton width="40%" height={14} top={14} />
              <Skeleton width="60%" height={12} top={12} />
              <Skeleton width="50%" height={12} top={10} />
            </div>
            <div className="book-facts">
              <Skeleton height={44} />
            </div>
          </div>
          <div className="book-part">
            <Skeleton height={84} />
          </div>
          <div className="book-part">
            <Skeleton height={240} />
          </div>
        </div>
        {aside ? (
          <div className="book-aside wide-only">
            <Skeleton height={198} />
            <Skeleton height={72} top={16} />
            <Skeleton height={240} top={32} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
