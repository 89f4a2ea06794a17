import { API_BASE } from '#contract/endpoint.ts'
import { getIssueImage } from '#contract/endpoints/newsletter/issues.ts'
import { appError } from '../../lib/errors.ts'
import { renderMarkdown } from '../../providers/markdown/render-markdown.ts'

/** The beginning of the path of a picture, which its name follows. */
export const IMAGES_PATH = `${API_BASE}${getIssueImage.path.replace('{name}', '')}`

/** The time limit is generous, because on a busy machine the start of the thread alone takes seconds. */
const RENDERING_MS = 20_000

/**
 * The safe HTML of an issue's Markdown, for its page and its mail: no scripts, no HTML of its own, no pictures but
 * those that were uploaded here. Headings are below that of the subject.
 */
export async function renderIssue(markdown: string): Promise<string> {
  const [html] = await renderMarkdown([markdown], { pictures: IMAGES_PATH, milliseconds: RENDERING_MS })
  if (html === undefined) throw appError('overloaded', { retryAfter: 5 })
  return html
}
