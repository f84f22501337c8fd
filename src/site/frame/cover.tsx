export { Cover } from '../../cover/cover.tsx';
