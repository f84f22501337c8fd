import { Button } from 'antd';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import type { FlowProblem } from '../../../../contract/workflow/flow-definition.ts';

interface Props {
  readonly problems: readonly FlowProblem[];
  readonly onSelect: (node: string) => void;
  readonly onClose: () => void;
}

/** The faults that the check found; each leads to its node. */
export function ProblemList({ problems, onSelect, onClose }: Props) {
  const errors = problems.filter(({ level }) => level === 'error').length;
  const warnings = problems.length - errors;
  return (
    <section className="modeller-problems" aria-label="检查结果">
      <output className="modeller-problems-head">
        <strong>检查</strong>{' '}
        {problems.length === 0
          ? '没有发现问题，可以发布'
          : [errors && `${errors} 个错误`, warnings && `${warnings} 个提醒`].filter(Boolean).join('，')}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="收起检查结果" onClick={onClose} style={{ float: 'right' }} />
      </output>
      <ul>
        {problems.map(({ node, level, message }) => (
          <li key={`${node} ${message}`}>
            {level === 'error' ? (
              <CloseCircleFilled style={{ color: 'var(--ant-color-error)' }} />
            ) : (
              <ExclamationCircleFilled style={{ color: 'var(--ant-color-warning)' }} />
            )}
            <span>{message}</span>
            {node ? (
              <Button type="link" size="small" onClick={() => onSelect(node)}>
                定位
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
