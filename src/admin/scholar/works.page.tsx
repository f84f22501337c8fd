import { ResourcePage } from '../crud/resource-page.tsx';
import { allWorks } from './works-resource.tsx';

/** #71: works of all scholars. */
export const WorksPage = () => <ResourcePage resource={allWorks} />;
