import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Form } from 'antd';
import { getTextWork, saveTextWork } from '../../../contract/media/text-work.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { errorMessage } from '../ui/error-message.ts';

/** Chooses the book that a recording reads, so that readers can go from one to the other at the same place. */
export function TextWork({ publishId, mayEdit }: { publishId: number; mayEdit: boolean }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const asked = queryOf(getTextWork, { params: { publishId } });
  const found = useQuery(asked);
  const save = useMutation({
    mutationFn: (textPublishId: number | null) => call(saveTextWork, { body: { publishId, textPublishId } }),
    onSuccess: (text) => {
      queries.setQueryData(asked.queryKey, text);
      void message.success(text ? '已对应到这本图书' : '已取消对应');
    },
    onError: (error) => void message.error(errorMessage(error)),
  });
  return (
    <Form.Item
      layout="vertical"
      label="对应的图书"
      htmlFor="text-work"
      style={{ margin: '16px 0 0' }}
      extra="朗读这本书的录音才需要选。听众可以翻到书里的同一句，读者可以接着听；章节名一致时对得更准，有逐句字幕时精确到句。"
    >
      <PublicationSelect
        id="text-work"
        value={found.data?.publishId ?? null}
        title={found.data?.title ?? ''}
        disabled={!mayEdit || !found.isSuccess || save.isPending}
        onChange={(next) => save.mutate(next as number | null)}
      />
    </Form.Item>
  );
}
