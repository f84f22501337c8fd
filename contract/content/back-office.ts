/** Paths of the back office (S2.3): signed in, and holding one of the six roles. */
export const BACK_OFFICE_PATH =
  /^\/(admin|index|structure|houseScholars|press|program|system|author|cms\/(?!main(\/|$))[^/]+|earnings|templateList|publication|pay|recycleBin|report|flowable|task|monitor|tool)(\/|$)/;

/** A person's own page at the desk: for anybody signed in. */
export const OWN_ADMIN_PAGE = '/user/profile';
