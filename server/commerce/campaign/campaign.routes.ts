import { addCampaign, campaignEvent, campaignList, editCampaign } from '../../../contract/commerce/campaign/campaign.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { addCampaignOf, campaignsOf, editCampaignOf, handleCampaignEvent } from './campaign.service.ts';

const LOG = '限时折扣';

export function campaignRoutes(app: App): void {
  serve(app, campaignList, ({ context, currentUser, query }) => campaignsOf(context, currentUser, query));
  serve(app, addCampaign, (call) => addCampaignOf(call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, editCampaign, ({ body: { campaignId, ...draft }, ...call }) =>
    editCampaignOf(call.currentUser, campaignId, draft, loggedWrite(call, LOG, 'edit')),
  );
  serve(app, campaignEvent, (call) => handleCampaignEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
}
