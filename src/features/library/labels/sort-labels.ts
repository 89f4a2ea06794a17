import type { Folder } from '#contract/objects/chat.ts'
import type { Language } from '#i18n/languages.ts'

/**
 * Sorts by name in the order of the language. Creating the first collator of a page is slow, so it is skipped where
 * there is nothing to sort.
 */
export function sortLabels(labels: readonly Folder[], language: Language): readonly Folder[] {
  if (labels.length < 2) return labels
  const { compare } = new Intl.Collator(language, { numeric: true })
  return labels.toSorted((a, b) => compare(a.name, b.name))
}
