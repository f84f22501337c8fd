/** Paths of the back office (S2.3), for signed-in users with one of the six roles. */
export const BACK_OFFICE_PATH =
  /^\/(admin|index|structure|houseScholars|press|program|system|author|cms\/(?!main(\/|$))[^/]+|earnings|templateList|publication|pay|recycleBin|report|flowable|task|monitor|tool)(\/|$)/;

/** The user's own profile page in the back office, for every signed-in user. */
export const OWN_ADMIN_PAGE = '/user/profile';
