import * as v from 'valibot'

const Answer = v.object({ value: v.unknown() })
const Failure = v.object({ value: v.object({ error: v.string(), message: v.string() }) })
const NewSession = v.object({ sessionId: v.string() })

/** No command of a test takes longer; a driver that hangs must not block the run. */
const COMMAND_WITHIN_MS = 45_000

/** A session of W3C WebDriver (https://www.w3.org/TR/webdriver2/): JSON over HTTP. */
export class WebDriverSession {
  readonly #url: string

  private constructor(url: string) {
    this.#url = url
  }

  /** Throws the driver's message when the browser does not start. */
  static async open(driver: string, capabilities: Record<string, unknown>): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } }
    const { sessionId } = v.parse(NewSession, await send('POST', `${driver}/session`, body))
    return new WebDriverSession(`${driver}/session/${sessionId}`)
  }

  get(path: string): Promise<unknown> {
    return send('GET', this.#url + path)
  }

  post(path: string, body: Record<string, unknown> = {}, withinMs = COMMAND_WITHIN_MS): Promise<unknown> {
    return send('POST', this.#url + path, body, withinMs)
  }

  delete(path = ''): Promise<unknown> {
    return send('DELETE', this.#url + path)
  }
}

async function send(method: string, url: string, body?: unknown, withinMs = COMMAND_WITHIN_MS): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(withinMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return v.parse(Answer, answer).value
  const { error, message } = v.parse(Failure, answer).value
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`)
}
