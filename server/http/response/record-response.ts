/** Header names in the usual spelling, each once. */
export type HeaderRecord = Readonly<Record<string, string>>

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

const partsKey = Symbol('parts')
interface Parts {
  body: Body
  status: number
  headers: HeaderRecord
}

/**
 * A response whose headers remain a plain record until they are written. A `Headers` object that several middlewares
 * add to takes longer to fill, sort and read than a small query takes to run.
 */
export function recordResponse(body: Body, status: number, headers: HeaderRecord): Response {
  const parts: Parts = { body, status, headers }
  return Object.assign(new Response(body, { status, headers }), { [partsKey]: parts })
}

/**
 * The response with more headers: they replace those of the same name, except `Vary`, which grows. Of a recordResponse
 * a new one is made, so its body must not have been read.
 */
export function withHeaders(response: Response & { [partsKey]?: Parts }, headers: HeaderRecord): Response {
  const { [partsKey]: parts } = response
  if (parts === undefined) {
    for (const [name, value] of Object.entries(headers)) {
      if (name === 'Vary') response.headers.append(name, value)
      else response.headers.set(name, value)
    }
    return response
  }
  const { Vary: before } = parts.headers
  const { Vary: added } = headers
  const merged = { ...parts.headers, ...headers }
  if (before !== undefined && added !== undefined) merged.Vary = `${before}, ${added}`
  return recordResponse(parts.body, parts.status, merged)
}

/** The value of a header; does not create the `Headers` of a recordResponse. */
export function headerOf(response: Response & { [partsKey]?: Parts }, name: string): string | null {
  const { [partsKey]: parts } = response
  return parts === undefined ? response.headers.get(name) : (parts.headers[name] ?? null)
}
