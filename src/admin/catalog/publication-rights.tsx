import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, DatePicker, Form, Input, Table } from 'antd';
import type { Dayjs } from 'dayjs';
import { grantEntitlement, listEntitlements, revokeEntitlement } from '../../../contract/commerce/entitlement.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import { emptyText } from '../crud/list-states.tsx';

/** Readers to whom staff granted a paid work. */
export function PublicationRights({ publishId, mayGrant }: { publishId: number; mayGrant: boolean }) {
  const { message, modal } = App.useApp();
  const client = useQueryClient();
  const [form] = Form.useForm<{ userName: string; validTo?: Dayjs | null }>();
  const query = queryOf(listEntitlements, { params: { publishId } });
  const list = useQuery({ ...query, staleTime: 0 });
  const fresh = () => client.invalidateQueries({ queryKey: query.queryKey });
  const grant = useMutation({
    mutationFn: ({ userName, validTo }: { userName: string; validTo?: Dayjs | null }) =>
      call(grantEntitlement, { body: { publishId, userName, validTo: validTo?.format('YYYY-MM-DD') ?? '' } }),
    onSuccess: async (row) => {
      void message.success(`已授权${row.nickName}阅读`);
      form.resetFields();
      await fresh();
    },
    onError: (error) => void message.error(errorMessage(error)),
  });
  const revoke = (row: { entitlementId: number; nickName: string }) =>
    modal.confirm({
      title: `收回${row.nickName}的阅读权？`,
      content: '收回后，他在线上不能再读付费章节；可以重新授权。',
      okText: '收回',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call(revokeEntitlement, { params: { entitlementId: row.entitlementId } });
          await fresh();
        } catch (error) {
          void message.error(errorMessage(error));
        }
      },
    });
  return (
    <>
      {mayGrant ? (
        <Form form={form} layout="inline" onFinish={(values) => grant.mutate(values)} style={{ marginBottom: 12, rowGap: 8 }}>
          <Form.Item name="userName" label="用户名" rules={[{ required: true, message: '请输入读者的用户名' }]}>
            <Input maxLength={30} style={{ width: 150 }} />
          </Form.Item>
          <Form.Item name="validTo" label="有效期至">
            <DatePicker placeholder="长期有效" style={{ width: 150 }} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={grant.isPending}>
            授权阅读
          </Button>
        </Form>
      ) : null}
      <Table
        rowKey="entitlementId"
        size="small"
        loading={list.isPending}
        dataSource={list.data?.rows ?? []}
        pagination={false}
        locale={{ emptyText: emptyText(list, '还没有授权给读者') }}
        columns={[
          { title: '读者', render: (_value, row) => `${row.nickName}（${row.userName}）` },
          { title: '有效期至', dataIndex: 'validTo', render: (date: string) => date || '长期' },
          { title: '授权时间', dataIndex: 'createTime' },
          {
            title: '状态',
            width: 110,
            render: (_value, row) =>
              row.revoked ? (
                '已收回'
              ) : mayGrant ? (
                <Button type="link" size="small" danger onClick={() => revoke(row)}>
                  收回
                </Button>
              ) : (
                '有效'
              ),
          },
        ]}
      />
    </>
  );
}
