import { useState } from 'react';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { buildEpub, type CompositionDetail } from '../../../contract/composition/composition.ts';
import type { EpubRecipe } from '../../../contract/composition/epub-recipe.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { loadable } from '../../loading/loadable.ts';
import { useEditCall } from '../manuscript/use-edit-call.ts';

const EpubSheet = loadable(async () => (await import('./epub-sheet.tsx')).EpubSheet);
const PrintPreview = loadable(async () => (await import('./print-preview.tsx')).PrintPreview);

const SOURCES = {
  online: '定稿是在线正文，按章标题分章。',
  docx: '定稿是docx文档，按标题样式分章；有未处理的修订时不能发排和生成。',
  none: '稿件没有可以成书的正文，请先在版本里上传定稿。',
} as const;

/** The EPUB that is built here from the final text. */
export function EpubPart({ one }: { one: CompositionDetail }) {
  const run = useEditCall();
  const [open, setOpen] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [left, setLeft] = useState<readonly string[]>([]);
  const build = (recipe: EpubRecipe) =>
    run(async () => {
      const made = await call(buildEpub, { params: { compositionId: one.compositionId }, body: recipe });
      setLeft([`共${made.chapters}章，${made.characters.toLocaleString('zh-CN')}字`, ...made.left]);
      setOpen(false);
    }, 'EPUB已生成');
  return (
    <section className="manuscript-part" aria-label="电子版">
      <p>{SOURCES[one.epubSource]}</p>
      {one.epub ? (
        <p>
          {one.epub.fileName} <span className="soft">{`${bytes(one.epub.fileSize)}，${one.epub.createTime.slice(0, 16)}`}</span>
        </p>
      ) : one.writes.epub ? null : (
        <p className="soft">还没有生成EPUB。出样以后由排版人员或责任编辑生成。</p>
      )}
      {one.epubState === 'waiting' ? <p className="soft">{one.epubMessage}</p> : null}
      {one.epubState === 'ready' ? <p>阅读版已制作好，读者读到的就是这一版。{one.epubMessage}</p> : null}
      {one.epubState === 'failed' ? <p className="late">{one.epubMessage}</p> : null}
      {left.length > 0 ? (
        <ul aria-live="polite">
          {left.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {one.writes.epub && one.epubSource !== 'none' ? (
        <Button type={one.epub ? 'default' : 'primary'} onClick={() => setOpen(true)}>
          {one.epub ? '重新生成EPUB' : '生成EPUB'}
        </Button>
      ) : one.writes.sheet && one.epubSource !== 'none' ? (
        <Button onClick={() => setOpen(true)}>查看导入单</Button>
      ) : null}{' '}
      {one.epub ? <Button onClick={() => setPrinting(true)}>打印预览</Button> : null}
      {one.publishId !== null ? (
        <p>
          <Link to="/publication/publicationList">到出版物列表完善并提交上架</Link>
        </p>
      ) : null}
      {open ? (
        <EpubSheet compositionId={one.compositionId} title={one.title} builds={one.writes.epub} onBuild={build} onClose={() => setOpen(false)} />
      ) : null}
      {printing ? <PrintPreview compositionId={one.compositionId} onClose={() => setPrinting(false)} /> : null}
    </section>
  );
}
