/** The hash in the name of a built file, `BSxk12ab` of `/assets/index-BSxk12ab.js`; `unbuilt` in development. */
export const buildOf = (url: string): string => /-([\w-]{8})\.js(?:\?|$)/.exec(url)?.[1] ?? 'unbuilt'
