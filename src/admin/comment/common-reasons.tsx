import { Button, Flex } from 'antd';

/** Reasons that moderators give most often. */
const COMMON = ['与内容无关', '广告或推广', '人身攻击', '剧透未标注', '泄露他人信息'];

export const CommonReasons = ({ onChoose }: { onChoose: (reason: string) => void }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw its own frame
  <Flex wrap gap={8} role="group" aria-label="常用理由" style={{ marginBlock: 8 }}>
    {COMMON.map((words) => (
      <Button key={words} size="small" onClick={() => onChoose(words)}>
        {words}
      </Button>
    ))}
  </Flex>
);
