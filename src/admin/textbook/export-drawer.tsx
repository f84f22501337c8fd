import { App } from 'antd';
import { QuestionExport, type ExportSource } from '../../question-editor/question-export.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

export function ExportDrawer({ source, onClose }: { source: ExportSource; onClose: () => void }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const narrow = useNarrow();
  return (
    <Drawer open size={narrow ? '100%' : 560} title="导出题目" onClose={onClose}>
      <QuestionExport
        source={source}
        done={(saved) => {
          void message.success(saved);
          onClose();
        }}
      />
    </Drawer>
  );
}
