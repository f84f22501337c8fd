import { Button, Modal } from 'antd';
import type { FormProblem } from '../../../../../contract/workflow/form-lint.ts';

interface Props {
  readonly title: string;
  readonly note: string;
  readonly problems: readonly FormProblem[];
  readonly nameOf: (formId: number) => string;
  readonly onSelect: (formId: number) => void;
  readonly onClose: () => void;
}

/** Problems of the form; each line selects its component. */
export function ProblemsDialog({ title, note, problems, nameOf, onSelect, onClose }: Props) {
  return (
    <Modal open width={500} title={title} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      <p className="soft">{note}</p>
      <ul className="fd-problems">
        {problems.map(({ formId, message }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list does not change while it is open
          <li key={at}>
            {formId === null ? (
              message
            ) : (
              <button type="button" className="fd-link" onClick={() => onSelect(formId)}>
                <b>{nameOf(formId)}</b> {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
