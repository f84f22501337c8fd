import type { Plugin } from 'vite';

const ICON = /@ant-design\/icons\/(es|lib)\/components\/AntdIcon\.js$/;
const NAMED = /role: "img",\s*"aria-label": icon\.name\s*\},\s*restProps/;

/**
 * Hides the icons of the component library from screen readers, where they would put their English file name in front of the name of a
 * button. An icon with a name, a role or a press of its own stays visible to them.
 */
export function hiddenIcons(): Plugin {
  return {
    name: 'hidden-icons',
    transform(code, id) {
      if (!ICON.test(id.split('?')[0] ?? '')) return null;
      if (!NAMED.test(code)) this.error('the icon component of @ant-design/icons has changed: its name is not hidden');
      return {
        code: code.replace(
          NAMED,
          'role: "img" }, restProps["aria-label"] || restProps.role || onClick ? { "aria-label": icon.name } : { role: undefined, "aria-hidden": true }, restProps',
        ),
        map: null,
      };
    },
  };
}
