import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Banner } from '../../../contract/content/banner.ts';
import { bookPath } from '../book-tile/book-tile.tsx';
import { Icon } from '../frame/icon.tsx';
import { bannerAddress } from './banner-drawing.ts';
import './banner.css';

function targetOf({ linkType, linkValue }: Banner): string {
  if (linkType === 'publication') return bookPath(Number(linkValue));
  if (linkType === 'notice') return `/cms/main/noticeDetail?noticeId=${encodeURIComponent(linkValue)}`;
  return linkType === 'url' && /^\/(?!\/)/.test(linkValue) ? linkValue : '';
}

/** Pictures that the user swipes through: there is no automatic movement. */
export function BannerRail({ banners }: { banners: readonly Banner[] }) {
  const rail = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = banners.length - 1;
  const show = (index: number): void => {
    const place = Math.min(last, Math.max(0, index));
    rail.current?.scrollTo({
      left: place * rail.current.clientWidth,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  };
  return (
    <section className="banner" aria-roledescription="轮播" aria-label="推荐">
      <ul
        className="banner-rail"
        ref={rail}
        onScroll={(event) => setAt(Math.round(event.currentTarget.scrollLeft / Math.max(1, event.currentTarget.clientWidth)))}
      >
        {banners.map((banner, index) => (
          <li key={banner.bannerId}>
            <BannerSheet banner={banner} first={index === 0} />
          </li>
        ))}
      </ul>
      {last > 0 ? (
        <div className="banner-turn">
          <button type="button" className="banner-step" aria-label="上一张" disabled={at === 0} onClick={() => show(at - 1)}>
            <Icon name="back" size={18} />
          </button>
          <span className="unseen">
            第 {at + 1} 张，共 {last + 1} 张
          </span>
          <span className="banner-dots" aria-hidden="true">
            {banners.map((banner, index) => (
              <i key={banner.bannerId} className={index === at ? 'on' : undefined} />
            ))}
          </span>
          <button type="button" className="banner-step" aria-label="下一张" disabled={at === last} onClick={() => show(at + 1)}>
            <Icon name="right" size={18} />
          </button>
        </div>
      ) : null}
    </section>
  );
}

function BannerSheet({ banner, first }: { banner: Banner; first: boolean }) {
  const target = targetOf(banner);
  const inside = (
    <>
      <picture>
        {banner.mobileImage ? <source media="(max-width: 767px)" srcSet={banner.mobileImage} /> : null}
        <img
          src={banner.image || bannerAddress(banner.drawing)}
          alt=""
          width={808}
          height={316}
          decoding={first ? 'sync' : 'async'}
          loading={first ? 'eager' : 'lazy'}
        />
      </picture>
      <span className="banner-words">
        <span className="banner-note">{banner.note}</span>
        <strong>{banner.title}</strong>
        <span className="banner-subtitle">{banner.subtitle}</span>
      </span>
    </>
  );
  return target ? (
    <Link className="banner-sheet" to={target}>
      {inside}
    </Link>
  ) : (
    <span className="banner-sheet">{inside}</span>
  );
}
