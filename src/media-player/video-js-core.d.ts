/** The player without its part for adaptive streams, which are not served. */
declare module 'video.js/core' {
  export { default } from 'video.js';
}
