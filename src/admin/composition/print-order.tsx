import { Button } from 'antd';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import type { CompositionDetail } from '../../../contract/composition/composition.ts';
import { yuan } from '../../../contract/money.ts';

/** 印刷委托书, as it is printed and sealed. */
export function PrintOrder({ one }: { one: CompositionDetail }) {
  const rows: readonly (readonly [string, string])[] = [
    ['书名', `《${one.title}》`],
    ['作者', one.authorsText],
    ['书号', one.isbn || '—'],
    ['CIP核字号', one.cipNo || '—'],
    ['成品尺寸', one.format ? `${one.format} 毫米` : '—'],
    ['开数', one.sheetPages > 0 ? `${one.sheetPages}开` : '—'],
    ['面数', one.pages > 0 ? String(one.pages) : '—'],
    ['印张', one.printSheets || '—'],
    ['字数', one.layoutWordCount > 0 ? `${Math.round(one.layoutWordCount / 1000)} 千字` : '—'],
    ['装帧', one.binding || '—'],
    ['印数', one.printRun > 0 ? `${one.printRun.toLocaleString('zh-CN')} 册` : '—'],
    ['定价', `${yuan(one.priceFen)} 元`],
    ['责任编辑', one.editorName],
    ['付印', `${one.releasedByName} ${one.releasedAt.slice(0, 10)}`],
  ];
  return (
    <article className="print-order">
      <Button className="no-print" icon={<PrinterOutlined />} onClick={() => print()}>
        打印
      </Button>
      <h2>印刷委托书</h2>
      <p>兹委托承印单位按下列规格印制：</p>
      <table>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="print-order-sign">
        委托单位：{one.pressName}（盖章）
        <br />
        承印单位：＿＿＿＿＿＿＿＿（盖章）
      </p>
    </article>
  );
}
