import { college } from '../../../contract/structure/college.ts';
import { ReferenceSelect } from '../crud/reference-select.tsx';
import type { ControlProps } from '../crud/resource.ts';

export const CollegeSelect = (props: ControlProps) => <ReferenceSelect {...props} crud={college} fixed={{ status: '0' }} />;
