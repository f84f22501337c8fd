import { Modal } from 'antd';

const KEYS: readonly (readonly [string, string])[] = [
  ['↑ ↓', '上一个、下一个'],
  ['← →', '所在的行、行里第一个'],
  ['Alt + ↑ ↓', '上移、下移'],
  ['Alt + → ←', '移进前面的行、移出这一行'],
  ['Ctrl + C X V D', '复制、剪切、粘贴、就地复制'],
  ['Delete', '删除'],
  ['Ctrl + Z / Y', '撤销、重做'],
  ['Ctrl + A', '选中同级全部'],
  ['F2', '改标题'],
  ['Esc', '选上一级，再按取消选中'],
  ['/', '找组件'],
  ['Ctrl + P', '预览'],
  ['Ctrl + S', '保存'],
  ['菜单键', '更多操作'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open width={500} title="键盘操作" footer={null} onCancel={onClose}>
      <dl className="fd-keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">在输入框里时，这些键仍归输入框。苹果电脑用 ⌘ 代替 Ctrl。</p>
    </Modal>
  );
}
