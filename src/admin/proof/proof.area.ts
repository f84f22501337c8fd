import { page, type AdminArea } from '../ui/page-entry.ts';

const pages = () => import('./proof.page.tsx');

export const proofArea: AdminArea = {
  pages: {
    'press/proofread/one/index': page(async () => (await pages()).ProofOnePage),
    'press/proofread/two/index': page(async () => (await pages()).ProofTwoPage),
    'press/proofread/three/index': page(async () => (await pages()).ProofThreePage),
    'press/proofread/rules/index': page(async () => (await import('./error-rule.page.tsx')).ErrorRulePage),
  },
};
