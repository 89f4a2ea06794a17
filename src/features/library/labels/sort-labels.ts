import type { Folder } from '#contract/objects/chat.ts'
import type { Language } from '#i18n/languages.ts'

/**
 * By name, as the language sorts. Most people have few or none of a kind, and making the first collator of a page takes
 * longer than drawing its header: it is not made where there is nothing to sort.
 */
export function sortByName(labels: readonly Folder[], language: Language): readonly Folder[] {
  if (labels.length < 2) return labels
  const { compare } = new Intl.Collator(language, { numeric: true })
  return labels.toSorted((a, b) => compare(a.name, b.name))
}
