import type { Channel } from '../../../contract/commerce/order-limits.ts';
import type { ChannelChoice } from './commerce-queries.ts';

interface Props {
  readonly channels: readonly ChannelChoice[];
  readonly chosen: Channel | undefined;
  readonly choose: (channel: Channel) => void;
  readonly title?: string;
}

/** The channels that work now; the one used last is the first. */
export function ChannelChoices({ channels, chosen, choose, title = '支付方式' }: Props) {
  return (
    <fieldset className="pay-channels">
      <legend className="meta">{title}</legend>
      {channels.map(({ channel, name }) => (
        <label key={channel} className="pay-channel">
          <span>{name}</span>
          <input type="radio" name="channel" checked={channel === chosen} onChange={() => choose(channel)} />
        </label>
      ))}
    </fieldset>
  );
}
