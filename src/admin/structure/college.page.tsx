import { useState } from 'react';
import { Button, Form, Modal } from 'antd';
import { college, mergeColleges } from '../../../contract/structure/college.ts';
import { call } from '../../api/call.ts';
import { resource, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { AreaChoice } from '../crud/field/area-choice.tsx';
import { ReferenceSelect } from '../crud/field/reference-select.tsx';

type College = WireRow<typeof college>;

const ABOUT = ['collegeName', 'collegeCode', 'level', 'cooperation', 'areaId', 'address', 'website', 'contactName', 'contactPhone'] as const;
const SHOWN = ['status', 'logo', 'intro', 'remark'] as const;

const colleges = resource(college, {
  columns: ['collegeName', 'collegeCode', 'level', 'areaPath', 'cooperation', 'members', 'contactName', 'contactPhone', 'status'],
  search: ['collegeName', 'collegeCode', 'areaId', 'level', 'cooperation', 'status'],
  form: [...ABOUT, 'orderNum', ...SHOWN],
  empty: '暂无院校',
  detail: [...ABOUT, 'members', 'orderNum', ...SHOWN, 'createBy', 'createTime', 'updateBy', 'updateTime'],
  widths: { collegeName: 200, areaPath: 170 },
  control: { areaId: (props) => <AreaChoice {...props} />, 'search.areaId': (props) => <AreaChoice {...props} label="所在地区" /> },
  lost: () => '有成员、学者或教授的院校不能删除，可以先合并到另一所。其余的移入回收站，30 天内可以恢复。',
  toolbar: (tools, chosen) =>
    tools.may('structure:college:edit') ? <MergeButton tools={tools} from={chosen.length === 1 ? chosen[0] : undefined} /> : null,
});

/** #62: colleges; duplicates are merged, not deleted. */
export const CollegePage = () => <ResourcePage resource={colleges} />;

function MergeButton({ tools, from }: { tools: Tools<typeof college>; from: College | undefined }) {
  const [open, setOpen] = useState(false);
  const [toId, setToId] = useState<number | null>(null);
  return (
    <>
      <Button disabled={!from} onClick={() => setOpen(true)}>
        合并
      </Button>
      <Modal
        open={open && from !== undefined}
        title={`把「${from?.collegeName ?? ''}」合并到另一所院校`}
        okText="合并"
        cancelText="取消"
        okButtonProps={{ danger: true, disabled: toId === null }}
        onCancel={() => setOpen(false)}
        onOk={async () => {
          if (!from || toId === null) return;
          const done = await tools.act(() => call(mergeColleges, { body: { fromId: from.collegeId, toId } }), '合并成功');
          if (done) setOpen(false);
        }}
      >
        <p>
          {from?.members ?? 0} 位成员及其学者、教授会归到目标院校，「{from?.collegeName}」随即删除，不能恢复。
        </p>
        <Form layout="vertical">
          <Form.Item label="合并到" required htmlFor="merge-to">
            <ReferenceSelect
              crud={college}
              fixed={{ status: '0' }}
              id="merge-to"
              value={toId}
              onChange={(value) => setToId(value as number | null)}
            />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
