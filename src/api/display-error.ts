import type { Language } from '#contract/primitives.ts'
import { isApiError } from './errors.ts'
import { clientWords } from './words.ts'

/**
 * Words for an error toast, in the order of the specification (section 8): the response's message;
 * the first field's first message as `[field]: message`, or the field's text; the raw response as
 * text; without a response body the network error's message; "Unexpected error".
 */
export function displayError(error: unknown, language: Language = 'en'): string {
  const unexpected = clientWords.unexpected[language]
  const body = isApiError(error) ? error.body : undefined
  if (body !== undefined && body !== null && body !== '') return displayBody(body)
  return error instanceof Error && error.message ? error.message : unexpected
}

function displayBody(body: unknown): string {
  if (typeof body !== 'object' || body === null) return String(body)
  if ('message' in body && typeof body.message === 'string') return body.message
  const [first] = Array.isArray(body) ? [] : Object.entries(body)
  if (first) {
    const [field, value] = first
    if (typeof value === 'string') return value
    if (Array.isArray(value) && typeof value[0] === 'string') return `[${field}]: ${value[0]}`
  }
  return JSON.stringify(body)
}
