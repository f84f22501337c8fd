import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { certificate } from './entry-queries.ts';
import './contest.css';

/** The check address printed on a certificate: what it says, and whether it is valid. */
export function CertificateScreen() {
  const certificateNo = useParams()['certificateNo'] ?? '';
  const { data, error, refetch } = useQuery({ ...certificate(certificateNo), staleTime: 0 });
  const unknown = error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid);
  return (
    <div className="measure">
      <NavBar title="查验证书" />
      {unknown && !data ? (
        <Empty drawing="find" title="没有这张证书" reason="请核对证书编号；编号印在证书左下角。" to="/" action="回首页" />
      ) : error && !data ? (
        <Failed error={error} retry={() => void refetch()} to="/" action="回首页" />
      ) : !data ? (
        <div className="contest-part" aria-busy="true">
          <Skeleton height={220} />
        </div>
      ) : (
        <section className={`certificate card ${data.valid ? '' : 'certificate-void'}`}>
          <p className="certificate-verdict">
            <Icon name={data.valid ? 'check' : 'close'} />
            {data.valid ? '证书有效' : '证书已失效'}
          </p>
          {data.valid ? null : <p>{data.revokedReason}</p>}
          <h2 className="serif">{data.awardName}</h2>
          <p className="certificate-work serif">《{data.title}》</p>
          <dl className="contest-list">
            <div>
              <dt>获奖者</dt>
              <dd>{data.authorsText}</dd>
            </div>
            <div>
              <dt>大赛</dt>
              <dd>{data.contestTitle}</dd>
            </div>
            <div>
              <dt>颁发</dt>
              <dd>
                {data.organizer}，{data.issuedAt}
              </dd>
            </div>
            <div>
              <dt>编号</dt>
              <dd className="certificate-no">{data.certificateNo}</dd>
            </div>
          </dl>
        </section>
      )}
    </div>
  );
}
