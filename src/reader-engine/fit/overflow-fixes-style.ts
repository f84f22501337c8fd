/**
 * The style of the marks that the fixes write. It comes after the style of the page, and loads with the fixes. The page of a frame is as
 * high as its window.
 */
export const FIXES_STYLE = `
[data-tall]{height:auto!important;max-height:none!important}
[data-ragged]{text-align:start!important}
[data-wrapped]{white-space:normal!important}
[data-wrapped=pre]{white-space:pre-wrap!important;overflow-wrap:anywhere!important}
[data-out]{margin-inline-start:0!important;text-indent:0!important}
[data-moved]{position:static!important}
[data-laid]{display:block!important}
[data-turned],[data-turned] :is(p,div,section,article,blockquote,ul,ol,li,span,h1,h2,h3,h4,h5,h6){writing-mode:inherit!important}
[data-turned]{width:auto!important;height:auto!important;max-height:none!important}
[data-stack]{display:block!important;inline-size:auto!important}
[data-label]{hyphens:none!important}
[data-columns]{column-width:10em!important}
[data-unfloated]{float:none!important;margin-inline:auto!important}
[data-unfloated]:not(table){display:block!important}
[data-marked]{padding-inline-start:2em!important}
[data-marked=wide]{padding-inline-start:3em!important}
[data-wide]{min-inline-size:0!important;max-inline-size:-webkit-fill-available!important;max-inline-size:stretch!important;box-sizing:border-box!important}
[data-wide="1"]{inline-size:auto!important;margin-inline:0!important;text-indent:0!important;transform:none!important;translate:none!important;rotate:none!important;scale:none!important;position:static!important;float:none!important}
[data-wide="1"]:not(ol,ul,menu){padding-inline:0!important}
html:root [data-unbroken]{break-before:auto!important}
html:root [data-unbroken=both]{break-after:auto!important}
html:root :is(td,th,dt){hyphens:none}
html:root [data-hyphened] :is(td,th){hyphens:manual}
html:root table[data-scroll]{display:block!important;overflow:auto!important;inline-size:auto!important;min-inline-size:0!important;max-inline-size:100%!important;block-size:auto!important;max-block-size:calc(100vh - 2.2em)!important;margin-inline:0!important;float:none!important;break-inside:avoid;overscroll-behavior:contain;touch-action:pan-x pan-y pinch-zoom;scrollbar-width:thin;border-inline:0!important}
html:root table[data-scroll=vertical]{max-block-size:calc(100vw - 2.2em)!important}
html:root table[data-scroll] :is(td,th){white-space:nowrap!important;inline-size:auto!important;hyphens:none}
html:root table[data-scroll] [data-cell]{white-space:normal!important;min-inline-size:9em!important}
html:root table[data-scroll] :is(col,colgroup){inline-size:auto!important}
html:root table[data-scroll]>caption{position:sticky;inset-inline-start:0;inline-size:max-content;max-inline-size:80vw;text-align:start}
html:root [data-head]{position:sticky!important;inset-block-start:0;z-index:2;box-shadow:inset 0 -1px color-mix(in srgb,currentColor 30%,transparent)}
html:root [data-stub]{position:sticky!important;inset-inline-start:0;z-index:1;box-shadow:inset -1px 0 color-mix(in srgb,currentColor 30%,transparent)}
html:root :is([data-head] :is(td,th),[data-stub]):not([data-hue]){background-color:var(--paper)!important}
html:root table[data-stacked],html:root table[data-stacked]>:is(tbody,thead,tfoot,tr,caption),html:root table[data-stacked]>tr>:is(td,th),html:root table[data-stacked]>*>tr,html:root table[data-stacked]>*>tr>:is(td,th){display:block!important;inline-size:auto!important}
html:root table[data-stacked]>:is(col,colgroup){display:none!important}
`;
