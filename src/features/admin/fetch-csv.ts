import { readBody } from '#api/read-body.ts'
import type { QueryInput } from '#contract/endpoint.ts'
import type { exportAudit, exportUsers } from '#contract/endpoints/admin.ts'
import type { exportSubscriptions } from '#contract/endpoints/admin-billing.ts'
import type { exportNewsletterRecipients } from '#contract/endpoints/newsletter/reading.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { api } from '#session/api.ts'

/** The calls that return a list as CSV. */
export type CsvCall =
  | typeof exportUsers
  | typeof exportSubscriptions
  | typeof exportNewsletterRecipients
  | typeof exportAudit
export type CsvQuery =
  | QueryInput<typeof exportUsers>
  | QueryInput<typeof exportSubscriptions>
  | QueryInput<typeof exportNewsletterRecipients>
  | QueryInput<typeof exportAudit>

/** The server may take a while before the first byte of a long list. */
const HEADERS_WITHIN_MS = 2 * 60 * 1000

/** Fetches a list as a file, named by the server or by today's date. */
export async function fetchCsv(endpoint: CsvCall, fallbackName: string, query?: CsvQuery): Promise<File> {
  const options = { timeoutMs: HEADERS_WITHIN_MS, headers: { accept: 'text/csv' }, query }
  const response = await api.request(endpoint, options)
  const [, named] = /filename="?([\w.-]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const name = named ?? `${fallbackName}-${new Date().toISOString().slice(0, 10)}.csv`
  return new File([await readBody(response, { language: currentLanguage() })], name, { type: 'text/csv' })
}
