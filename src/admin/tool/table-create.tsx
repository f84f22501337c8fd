import { useState } from 'react';
import { Input, Modal } from 'antd';
import { createTable } from '../../../contract/tool/gen-table.ts';
import { call } from '../../api/call.ts';
import type { Tools } from '../crud/resource.ts';

const SAMPLE = `create table paper_kind (
  id bigint primary key,
  name varchar(50) not null comment '名称',
  weight int default 80 comment '克重'
) comment='纸张'`;

/** Creates a table from one statement, which the server parses and does not execute. */
export function TableCreate({ tools, onClose }: { tools: Tools; onClose: () => void }) {
  const [sql, setSql] = useState('');
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    const done = await tools.act(() => call(createTable, { query: { sql } }), '表已建好并导入');
    setSaving(false);
    if (done) onClose();
  };
  return (
    <Modal
      open
      title="新建表"
      width={720}
      onCancel={onClose}
      okText="建表"
      okButtonProps={{ disabled: sql.trim() === '', loading: saving }}
      onOk={() => void save()}
    >
      <p className="soft" id="table-create-help">
        一次一条 create table 语句，主键叫 id；不能有分号和注释。创建人、时间、备注等各表都有的字段会自动加上。
      </p>
      <Input.TextArea
        aria-label="建表语句"
        aria-describedby="table-create-help"
        className="code"
        rows={12}
        spellCheck={false}
        value={sql}
        placeholder={SAMPLE}
        onChange={(event) => setSql(event.target.value)}
      />
    </Modal>
  );
}
