/** The chat of a row of the drafts: a stashed draft (`draft-stash.ts`) is stored under `<chat>/aside`. */
export const chatOfDraftKey = (draftKey: string): string => draftKey.split('/')[0] ?? draftKey
