import { publicationMachine } from '../../../contract/catalog/publication.machine.ts';
import type { PublicationStatus } from '../../../contract/catalog/publication.ts';
import { StateTag } from '../state-machine/state-tag.tsx';

export const statusName = (status: PublicationStatus): string => publicationMachine.states[status].label;

export const StatusTag = ({ status }: { status: PublicationStatus }) => <StateTag machine={publicationMachine} state={status} />;
