import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type ArchivedVersion, findVersions, hasIssues, listVersions } from './archive.repository.ts'

type Deps = Pick<Dependencies, 'db'>

/** An issue in the language that was asked for, else in the one that it has. */
export interface ArchivedIssue extends ArchivedVersion {
  /** The languages in which it can be read. */
  languages: readonly Language[]
}

/** What `freeSlug` makes. */
const SLUG = /^[a-z0-9-]+$/

/** The public issues, newest first. */
export async function listIssues({ db }: Deps, language: Language): Promise<ArchivedIssue[]> {
  const bySlug = Map.groupBy(await listVersions(db), ({ slug }) => slug)
  return [...bySlug.values()].flatMap((versions) => inLanguage(versions, language) ?? [])
}

/** Undefined for an address that is no issue's. */
export async function readIssue(
  { db }: Deps,
  slug: string,
  language: Language,
): Promise<(ArchivedIssue & { body: string }) | undefined> {
  // Nothing else is looked up: PostgreSQL refuses a text with U+0000.
  return SLUG.test(slug) ? inLanguage(await findVersions(db, slug), language) : undefined
}

/** Whether there is anything to read. */
export const isAnythingPublished = ({ db }: Deps): Promise<boolean> => hasIssues(db)

function inLanguage<V extends ArchivedVersion>(
  versions: readonly V[],
  wanted: Language,
): (V & { languages: Language[] }) | undefined {
  const found = versions.find(({ language }) => language === wanted) ?? versions[0]
  return found && { ...found, languages: versions.map(({ language }) => language) }
}
