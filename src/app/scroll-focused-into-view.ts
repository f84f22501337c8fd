const scrollsAlong = (box: Element): boolean => box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX);

/**
 * A tile of a rail that is half in sight comes in whole when the keyboard goes to it: browsers leave alone what is seen
 * in part. For a finger the rail stands still.
 */
export function scrollFocusedIntoView(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    for (let box = target.parentElement; box && box !== document.body; box = box.parentElement)
      if (scrollsAlong(box)) return target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
