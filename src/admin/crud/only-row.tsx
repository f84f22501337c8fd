import { Alert, Button } from 'antd';

/** Says that a list shows the one row of its address (`?open=12`), and shows all again. */
export function OnlyRow({ what, showAll }: { readonly what: string; readonly showAll: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title={`只显示一条${what}`}
      action={
        <Button size="small" onClick={showAll}>
          显示全部
        </Button>
      }
    />
  );
}
