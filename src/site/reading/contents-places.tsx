import { useState } from 'react';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';

const KINDS: Readonly<Record<string, string>> = {
  cover: '封面',
  titlepage: '书名页',
  'title-page': '书名页',
  toc: '目录页',
  foreword: '前言',
  preface: '序',
  bodymatter: '正文',
  text: '正文',
  start: '正文',
  backmatter: '书后',
  index: '索引',
  glossary: '词汇表',
  bibliography: '参考文献',
  appendix: '附录',
  afterword: '后记',
  copyright_page: '版权页',
  'copyright-page': '版权页',
  loi: '插图目录',
  lot: '表格目录',
};

/** Lists landmarks by type, and pages of the printed book. */
export function ContentsPlaces({ book, open }: { book: Pick<PreparedBook, 'landmarks' | 'pages'>; open: (href: string) => void }) {
  const landmarks = book.landmarks ?? [];
  const pages = book.pages ?? [];
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState('');
  if (landmarks.length === 0 && pages.length === 0) return null;

  const go = (event: React.FormEvent): void => {
    event.preventDefault();
    const wanted = label.trim();
    const page = pages.find((one) => one.label === wanted) ?? pages.find((one) => one.label.toLowerCase() === wanted.toLowerCase());
    setMissing(page || !wanted ? '' : `没有第 ${wanted} 页，原书页码从 ${pages[0]?.label} 到 ${pages.at(-1)?.label}`);
    if (page) open(page.href);
  };

  return (
    <div className="contents-places">
      {landmarks.length > 0 ? (
        <fieldset className="contents-landmarks" aria-label="书中位置">
          {landmarks.map((landmark) => (
            <button key={`${landmark.kind}-${landmark.href}`} type="button" onClick={() => open(landmark.href)}>
              {landmark.title || KINDS[landmark.kind] || '位置'}
            </button>
          ))}
        </fieldset>
      ) : null}
      {pages.length > 0 ? (
        <form className="contents-pages" onSubmit={go}>
          <label htmlFor="printed-page">原书页码</label>
          <input
            id="printed-page"
            value={label}
            onChange={(event) => setLabel(event.target.value)}
            placeholder={`${pages[0]?.label} – ${pages.at(-1)?.label}`}
            autoComplete="off"
            enterKeyHint="go"
            aria-describedby="printed-page-missing"
          />
          <button type="submit" className="button button-line">
            前往
          </button>
          <output id="printed-page-missing" htmlFor="printed-page">
            {missing}
          </output>
        </form>
      ) : null}
    </div>
  );
}
