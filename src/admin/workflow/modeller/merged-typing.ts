import type { Services } from './diagram-types.ts';

/** The text field that has the focus; choices of a list are acts of their own. */
function typingIn(): Element | null {
  const field = document.activeElement;
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.getAttribute('role') !== 'combobox');
  return isText ? field : null;
}

/** Returns the commands of the editor, where the letters typed into one field are one command: a second letter replaces the first change. */
export function mergedTyping(
  modeling: Services['modeling'],
  commandStack: Services['commandStack'],
  eventBus: Services['eventBus'],
): Services['modeling'] {
  let acts = 0;
  let last = { field: null as Element | null, element: '', keys: '', acts: -1 };
  eventBus.on('commandStack.changed', () => (acts += 1));
  const merged = Object.create(modeling) as Services['modeling'];
  merged.updateProperties = (element, properties) => {
    const field = typingIn();
    const keys = Object.keys(properties).join();
    if (field && last.field === field && last.element === element.id && last.keys === keys && last.acts === acts) commandStack.undo();
    modeling.updateProperties(element, properties);
    last = { field, element: element.id, keys, acts };
  };
  return merged;
}
