const DRAWN = 'img,svg,math,video,audio,object,embed,iframe,hr,table,input';

const isEmpty = (element: Element): boolean =>
  !/[^\s\u00a0\u200b\u3000]/.test(element.textContent ?? '') && !element.matches(DRAWN) && element.querySelector(DRAWN) === null;

/**
 * Returns which forced breaks of an empty box would leave a page with nothing but the box: `before`, or `both`; false for none. A single
 * break of an empty box is how some books separate pages, and stays.
 */
export function blankBreaks(element: Element): 'before' | 'both' | false {
  if (!isEmpty(element)) return false;
  const own = getComputedStyle(element);
  const [previous, next] = [beside(element, 'previousElementSibling'), beside(element, 'nextElementSibling')];
  const begins = previous === null || breaks(previous, 'breakAfter', 'lastElementChild');
  const ends = next === null || breaks(next, 'breakBefore', 'firstElementChild');
  const [before, after] = [own.breakBefore === 'column', own.breakAfter === 'column'];
  if (!(before || begins) || !(after || ends)) return false;
  return before && previous !== null ? 'before' : 'both';
}

/** Returns the next element in a direction, also of the elements around; null at an end of the chapter. */
function beside(element: Element, way: 'previousElementSibling' | 'nextElementSibling'): Element | null {
  const { body } = element.ownerDocument;
  for (let at: Element | null = element; at && at !== body; at = at.parentElement) if (at[way]) return at[way];
  return null;
}

function breaks(element: Element, side: 'breakBefore' | 'breakAfter', child: 'firstElementChild' | 'lastElementChild'): boolean {
  for (let at: Element | null = element; at; at = at[child]) if (getComputedStyle(at)[side] === 'column') return true;
  return false;
}
