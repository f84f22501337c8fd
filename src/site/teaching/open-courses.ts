import { PAGE_SIZE } from '../../../contract/limits.ts';
import { openCourses } from '../../../contract/teaching/course.ts';
import { pagesOf } from '../../api/pages-of.ts';

export const PLATFORM = '/cms/main/IntelligentDigitalTeachingPlatform';

export const openCourseList = (name: string) => pagesOf(openCourses, { query: name ? { name } : {} }, PAGE_SIZE, (data) => data);
