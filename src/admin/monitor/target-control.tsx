import { useQuery } from '@tanstack/react-query';
import { Alert, Input, InputNumber, Select, Switch } from 'antd';
import { jobTargets, type JobTarget } from '../../../contract/monitor/job.ts';
import { queryOf } from '../../api/query-client.ts';
import type { ControlProps } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';
import { readTarget, writeTarget, type TargetValue } from './target-text.ts';

type Arg = JobTarget['args'][number];

/** The target of a job: selected from the server's list, with typed inputs for its arguments. */
export function TargetControl({ id, value, onChange, disabled = false }: ControlProps) {
  const targets = useQuery(queryOf(jobTargets, {}));
  const text = String(value ?? '');
  const { name, values } = readTarget(text);
  const found = targets.data?.find((one) => one.name === name);
  const put = (index: number, next: TargetValue) =>
    found &&
    onChange?.(
      writeTarget(
        name,
        found.args.map((arg, place) => (place === index ? next : (values[place] ?? arg.initial))),
      ),
    );
  return (
    <>
      <Select
        {...(id ? { id } : {})}
        value={found ? name : null}
        disabled={disabled}
        loading={targets.isPending}
        placeholder="请选择要执行的工作"
        options={(targets.data ?? []).map((one) => ({ value: one.name, label: `${one.label}（${one.name}）` }))}
        onChange={(next: string) => {
          const one = targets.data?.find((each) => each.name === next);
          if (one)
            onChange?.(
              writeTarget(
                one.name,
                one.args.map((arg) => arg.initial),
              ),
            );
        }}
      />
      {targets.isError ? <span className="late">{errorMessage(targets.error)}</span> : null}
      {found ? <p className="soft monitor-help">{found.help}</p> : null}
      {!found && text && targets.data ? (
        <Alert type="warning" showIcon title="原来的调用目标已不在允许的列表中，请重新选择" description={<span className="code">{text}</span>} />
      ) : null}
      {found?.args.map((arg, index) => (
        <label key={arg.name} className="monitor-arg">
          <span>{arg.label}</span>
          <ArgControl arg={arg} value={values[index] ?? arg.initial} disabled={disabled} onChange={(next) => put(index, next)} />
        </label>
      ))}
    </>
  );
}

interface ArgProps {
  readonly arg: Arg;
  readonly value: TargetValue;
  readonly disabled: boolean;
  readonly onChange: (value: TargetValue) => void;
}

function ArgControl({ arg, value, disabled, onChange }: ArgProps) {
  if (arg.kind === 'yes') return <Switch checked={value === true} disabled={disabled} onChange={onChange} />;
  if (arg.kind === 'text') return <Input value={String(value)} disabled={disabled} onChange={(event) => onChange(event.target.value)} />;
  return (
    <InputNumber
      value={Number(value)}
      precision={0}
      disabled={disabled}
      {...(arg.min === undefined ? {} : { min: arg.min })}
      {...(arg.max === undefined ? {} : { max: arg.max })}
      onChange={(next) => onChange(next ?? (arg.initial as number))}
    />
  );
}
