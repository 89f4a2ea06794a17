import { type LegalDocument, legalDocuments } from '#contract/objects/legal/legal-text.ts'
import type { Language } from '#contract/primitives.ts'
import { renderIssue } from '../../newsletter/render-issue.ts'
import { readDraftToken } from '../draft-token.mappers.ts'
import { type LegalTextRow, listVersions } from '../legal.repository.ts'
import { shippedText } from '../shipped/shipped-text.ts'
import type { LegalDeps } from './read-entry.ts'

export interface LegalPage {
  document: LegalDocument
  /** HTML of the text; empty where there is none. */
  content: string
  /** `shipped`: nobody has published a text; `preview`: an admin's draft. */
  state: 'shipped' | 'preview' | 'published'
  version: number
  publishedAt: string | null
  /** The newest version, when this one is older. */
  newest: number | null
  /** The other published versions, newest first. */
  others: readonly { version: number; publishedAt: string }[]
}

interface Wanted {
  document: string
  language: Language
  /** Undefined: the newest. */
  version: number | undefined
  draft: string | undefined
}

/**
 * A document as everybody reads it, or an admin's draft by its token, until that is published; undefined where there is
 * none.
 */
export async function readPage(deps: LegalDeps, wanted: Wanted): Promise<LegalPage | undefined> {
  const document = legalDocuments.find((one) => one === wanted.document)
  if (document === undefined) return undefined
  const rows = await listVersions(deps.db, document)
  let { version: number } = wanted
  if (wanted.draft !== undefined) {
    number = readDraftToken(deps.config.tokenSecret, { document, token: wanted.draft, now: deps.now() })
    const draft = rows.find(({ version }) => version === number)
    if (draft === undefined) return undefined
    if (draft.published_at === null)
      return toPage(draft, { language: wanted.language, published: [], state: 'preview' })
  }
  const published = rows.filter(({ published_at }) => published_at !== null)
  const row = published.find(({ version }) => number === undefined || version === number)
  if (row !== undefined) return toPage(row, { language: wanted.language, published, state: 'published' })
  if (wanted.version !== undefined) return undefined
  const content = await render(shippedText(deps.config, document, wanted.language))
  return { document, content, state: 'shipped', version: 0, publishedAt: null, newest: null, others: [] }
}

interface As {
  language: Language
  published: readonly LegalTextRow[]
  state: LegalPage['state']
}

async function toPage(row: LegalTextRow, { language, published, state }: As): Promise<LegalPage> {
  const newest = published[0]?.version ?? row.version
  return {
    document: row.document,
    content: await render(language === 'en' ? row.text_en : row.text_es),
    state,
    version: row.version,
    publishedAt: row.published_at,
    newest: newest === row.version ? null : newest,
    others: published.flatMap(({ version, published_at }) =>
      published_at === null || version === row.version ? [] : [{ version, publishedAt: published_at }],
    ),
  }
}

/** Rendering starts a thread, and the same few texts are read again and again. */
const rendered = new Map<string, string>()
const RENDERED_MAX = 30

async function render(markdown: string): Promise<string> {
  if (markdown.trim() === '') return ''
  const known = rendered.get(markdown)
  if (known !== undefined) return known
  const html = await renderIssue(markdown)
  const [oldest] = rendered.keys()
  if (oldest !== undefined && rendered.size >= RENDERED_MAX) rendered.delete(oldest)
  rendered.set(markdown, html)
  return html
}
