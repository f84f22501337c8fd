/** The three pages that staff write: visitors go from one to the others. */
export { AboutScreen } from './about.screen.tsx';
export { IntroductionScreen } from './introduction.screen.tsx';
export { LogoScreen } from './logo.screen.tsx';
