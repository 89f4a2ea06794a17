import { API_BASE, type Endpoint } from '#contract/endpoint.ts'
import type { AnyInput } from './call-input.ts'

/** The path `/api/v1/…` with encoded parameters and the query string. */
export function buildPath(endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === '') throw new RangeError(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return `${API_BASE}${path}${query.size > 0 ? `?${query}` : ''}`
}

/**
 * The body for fetch with its content type, that of a Blob included; fetch sets that of a form, which contains the
 * boundary.
 */
export function buildBody(endpoint: Endpoint, body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (endpoint.bodyType === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
      if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
    }
    return { body: form }
  }
  if (endpoint.bodyType === 'raw' && body instanceof Blob) return { body, type: 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}
