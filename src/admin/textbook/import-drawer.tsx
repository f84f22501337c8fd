import { App } from 'antd';
import { QuestionImport } from '../../question-editor/question-import.tsx';
import type { Tools } from '../crud/resource.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

export function ImportDrawer({ bankId, tools, onClose }: { bankId: number; tools: Tools; onClose: () => void }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const narrow = useNarrow();
  return (
    <Drawer open size={narrow ? '100%' : 820} title="导入题目" onClose={onClose}>
      <QuestionImport
        bankId={bankId}
        done={(saved) => {
          void message.success(saved);
          void tools.refresh();
          onClose();
        }}
      />
    </Drawer>
  );
}
