import { readBody } from '#api/read-body.ts'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { api } from '#session/api.ts'

/** The server collects all data before it sends the first byte. */
const HEADERS_WITHIN_MS = 5 * 60 * 1000

/** Fetches all stored data of the user as one file; `onProgress` receives the bytes received so far. */
export async function fetchExport(onProgress: (bytes: number) => void): Promise<File> {
  const response = await api.request(exportAccount, { timeoutMs: HEADERS_WITHIN_MS })
  const body = await readBody(response, { language: currentLanguage(), onProgress })
  return new File([body], fileName(response), { type: 'application/json' })
}

function fileName(response: Response): string {
  const [, named] = /filename="?([\w.-]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return named ?? `companion-${new Date().toISOString().slice(0, 10)}.json`
}
