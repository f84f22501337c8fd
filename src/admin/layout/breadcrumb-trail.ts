import type { Crumb } from './menu-routes.ts';

export const ADMIN_HOME = '/admin/index';
export const HOME_CRUMB: Crumb = { title: '首页', path: ADMIN_HOME, name: 'Index', pressable: true };

/** Home comes first unless the trail starts there; the last item is not a link. */
export function breadcrumbTrail(trail: readonly Crumb[]): Crumb[] {
  const whole = trail[0]?.name === HOME_CRUMB.name ? trail : [HOME_CRUMB, ...trail];
  return whole.map((crumb, index) => ({ ...crumb, pressable: crumb.pressable && index < whole.length - 1 }));
}
