import { addCourse, editCourse, myCourses, openCourses, removeCourse } from '../../../contract/teaching/course.ts';
import { serve, type App } from '../../http/serve.ts';
import { addCourseFor, coursesFor, editCourseFor, openCoursesFor, removeCourseFor } from './course.service.ts';

export function courseRoutes(app: App): void {
  serve(app, openCourses, ({ context, query }) => openCoursesFor(context, query));
  serve(app, myCourses, ({ context, currentUser }) => coursesFor(context, currentUser));
  serve(app, addCourse, ({ context, currentUser, body }) => addCourseFor(context, currentUser, body));
  serve(app, editCourse, ({ context, currentUser, body }) => editCourseFor(context, currentUser, body));
  serve(app, removeCourse, ({ context, currentUser, params }) => removeCourseFor(context, currentUser, params.courseId));
}
