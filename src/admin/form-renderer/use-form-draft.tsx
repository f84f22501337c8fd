import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Alert, Button, Space } from 'antd';
import { allFields } from '../../../contract/workflow/form-content.ts';
import { kindOf } from '../../../contract/workflow/form-keys.ts';
import { useStoredDraft } from '../../drafts/use-stored-draft.ts';
import type { FilledFormStore } from '../../form-renderer/filled-form-store.ts';
import type { Values } from '../../form-renderer/initial-values.ts';

const timeOf = (at: number): string => new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

/** Returns the values without passwords, which are not stored on the device. */
function storable(store: FilledFormStore): Values {
  const secret = new Set(allFields(store.parts.form.fields).flatMap((field) => (kindOf(field) === 'password' ? [field.vModel] : [])));
  return Object.fromEntries(Object.entries(store.values).filter(([name]) => !secret.has(name)));
}

/**
 * Keeps partial input on this device and offers it again. `onSubmitted` marks the values as submitted: unless they change, the draft is
 * removed when the page is left, and stays when the server did not answer and the user reloads.
 */
export function useFormDraft(key: string | null, store: FilledFormStore): { readonly notice: ReactNode; readonly onSubmitted: () => void } {
  const { found, keep, clear } = useStoredDraft<Values>(key);
  const [answered, setAnswered] = useState(false);
  const submitted = useRef(false);
  useEffect(() => {
    if (key === null) return undefined;
    let before = store.values;
    const stop = store.subscribe(() => {
      if (store.values === before) return;
      before = store.values;
      submitted.current = false;
      keep(storable(store));
    });
    return () => {
      stop();
      if (submitted.current) void clear();
    };
  }, [key, store, keep, clear]);
  const notice =
    found && !answered ? (
      <Alert
        className="form-summary"
        type="info"
        showIcon
        title={`找到 ${timeOf(found.at)} 没有提交的内容`}
        action={
          <Space>
            <Button
              size="small"
              onClick={() => {
                store.replaceValues({ ...store.values, ...found.value });
                setAnswered(true);
              }}
            >
              恢复
            </Button>
            <Button
              size="small"
              onClick={() => {
                void clear();
                setAnswered(true);
              }}
            >
              丢弃
            </Button>
          </Space>
        }
      />
    ) : null;
  return {
    notice,
    onSubmitted: () => {
      submitted.current = true;
    },
  };
}
