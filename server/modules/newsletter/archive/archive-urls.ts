import type { Language } from '#contract/primitives.ts'

export const ARCHIVE_PATH = '/newsletter'

/** `origin` is empty for an address within this site. */
export const archiveUrl = (origin: string, language: Language): string => `${origin}${ARCHIVE_PATH}?lang=${language}`

export const issueUrl = (origin: string, slug: string, language: Language): string =>
  `${origin}${ARCHIVE_PATH}/${encodeURIComponent(slug)}?lang=${language}`

export const feedUrl = (origin: string, language: Language): string =>
  `${origin}${ARCHIVE_PATH}/rss.xml?lang=${language}`
