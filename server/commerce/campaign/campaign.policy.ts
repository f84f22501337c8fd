import { campaignMachine } from '../../../contract/commerce/campaign/campaign.machine.ts';
import type { CampaignEvent, CampaignState } from '../../../contract/commerce/campaign/campaign.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';

interface Facts {
  readonly status: string;
}

/** What a viewer may do with a campaign now; `own`: the viewer is the person who wrote or submitted it. The only place that decides it. */
export const campaignEvents = (row: Facts, viewer: CurrentUser, own: boolean): CampaignEvent[] =>
  eventsFrom(campaignMachine, row.status as CampaignState, (permission) => hasPermission(viewer, permission)).filter(
    (event) => !own || event !== 'approve',
  );

/** A draft is changed by the person who wrote it, so that nobody approves what he or she has written a part of. */
export const isEditable = (row: Facts, viewer: CurrentUser, wrote: boolean): boolean =>
  wrote && row.status === 'draft' && hasPermission(viewer, 'pay:campaign:edit');
