import { useMemo } from 'react';
import { Button } from 'antd';
import { questionBank } from '../../../contract/textbook/question.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

/** The banks of publications. */
export function BankList({ onOpen }: { onOpen: (bankId: number) => void }) {
  const banks = useMemo(
    () =>
      resource(questionBank, {
        columns: ['name', 'publishTitle', 'questionNum', 'answerLanguage', 'updateBy', 'updateTime'],
        search: ['name'],
        form: ['name', 'publishId', 'remark'],
        detail: ['name', 'publishTitle', 'questionNum', 'answerLanguage', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'],
        empty: '题库还是空的',
        widths: { name: 220, publishTitle: 220, questionNum: 90, answerLanguage: 100, updateBy: 100 },
        cell: {
          name: (row) => (
            <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onOpen(row.bankId)}>
              {row.name}
            </Button>
          ),
        },
        control: { publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['publishTitle'] ?? '')} /> },
        lost: () => '题库删除后不能恢复；里面还有题目时不能删除。',
      }),
    [onOpen],
  );
  return <ResourcePage resource={banks} part="bank" />;
}
