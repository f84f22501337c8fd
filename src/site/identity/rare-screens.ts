/** Screens that few visitors open, in one file: each further file adds its name to what a first visit loads. */
export { AuthRedirectScreen } from './auth-redirect.screen.tsx';
export { FindPasswordScreen } from './find-password.screen.tsx';
export { RegisterScreen } from './register.screen.tsx';
