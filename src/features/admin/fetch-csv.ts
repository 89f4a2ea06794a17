import { NetworkError } from '#api/errors.ts'
import type { exportSubscriptions, exportUsers } from '#contract/endpoints/admin.ts'
import { api } from '#session/api.ts'

/** A long list may take the server a while to begin with. */
const HEADERS_WITHIN_MS = 2 * 60 * 1000

/** The whole list as a file with the server's name for it, else today's. */
export async function fetchCsv(
  endpoint: typeof exportUsers | typeof exportSubscriptions,
  fallbackName: string,
): Promise<File> {
  const response = await api.request(endpoint, { timeoutMs: HEADERS_WITHIN_MS, headers: { accept: 'text/csv' } })
  const [, named] = /filename="?([\w.-]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const name = named ?? `${fallbackName}-${new Date().toISOString().slice(0, 10)}.csv`
  try {
    return new File([await response.blob()], name, { type: 'text/csv' })
  } catch (cause) {
    throw new NetworkError('The export broke off', { cause })
  }
}
