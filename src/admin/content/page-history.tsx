import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { getSinglePageVersion, singlePageVersions, type SinglePageVersion } from '../../../contract/content/single-page.ts';
import { queryOf } from '../../api/query-client.ts';
import { PageBlocks } from '../../page-blocks/page-blocks.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly pageId: number;
  readonly mayRestore: boolean;
  readonly onRestore: (version: SinglePageVersion) => void;
  readonly onClose: () => void;
}

/** The saved versions of a page, the newest first: look at one, or make it the draft again. */
export function PageHistory({ pageId, mayRestore, onRestore, onClose }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [seen, setSeen] = useState<SinglePageVersion | null>(null);
  const list = useQuery({ ...queryOf(singlePageVersions, { params: { pageId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 480} title="历史版本" onClose={onClose}>
      {list.isError ? (
        <Alert type="error" title={errorMessage(list.error)} action={<Button onClick={() => void list.refetch()}>重试</Button>} />
      ) : list.data ? (
        list.data.length > 0 ? (
          <ol className="page-versions">
            {list.data.map((version) => (
              <li key={version.versionId}>
                <div>
                  <b>第 {version.versionNo} 版</b> {version.live ? <span className="state-tag tag-success">读者看到的</span> : null}
                  <div className="soft">
                    {version.createTime.slice(0, 16)} · {version.createBy} · {version.blockNum} 块内容
                    {version.publishTime ? ` · ${version.publishTime.slice(0, 16)} 发布` : ''}
                  </div>
                </div>
                <span>
                  <Button size="small" type="link" aria-label={`查看第${version.versionNo}版`} onClick={() => setSeen(version)}>
                    查看
                  </Button>
                  {mayRestore ? (
                    <Button size="small" type="link" aria-label={`恢复第${version.versionNo}版`} onClick={() => onRestore(version)}>
                      恢复
                    </Button>
                  ) : null}
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="soft">还没有历史版本，保存以后这里会有记录。</p>
        )
      ) : (
        <Skeleton active />
      )}
      {seen ? <OneVersion version={seen} onClose={() => setSeen(null)} /> : null}
    </Drawer>
  );
}

function OneVersion({ version, onClose }: { version: SinglePageVersion; onClose: () => void }) {
  const found = useQuery(queryOf(getSinglePageVersion, { params: { versionId: version.versionId } }));
  return (
    <Modal open width={760} title={`第 ${version.versionNo} 版：${version.title}`} footer={null} onCancel={onClose}>
      {found.isError ? <Alert type="error" title={errorMessage(found.error)} /> : null}
      {found.data ? (
        <div inert>
          <PageBlocks blocks={found.data.blocks} films={[]} />
        </div>
      ) : found.isError ? null : (
        <Skeleton active />
      )}
    </Modal>
  );
}
