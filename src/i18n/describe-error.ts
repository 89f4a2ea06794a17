import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorMessages } from '#contract/error-messages.ts'
import { fieldMessages, isFieldMessage } from '#contract/field-messages.ts'
import type { Language } from './languages.ts'

/** Translates a schema's message key; any other text, such as a server's sentence, is returned unchanged. */
export function describeFieldMessage(message: string, language: Language): string {
  return isFieldMessage(message) ? fieldMessages[message][language] : message
}

/** Translates an error code; null for an unknown code. */
export function describeError(code: string, language: Language): string | null {
  return isKnownCode(code) ? errorMessages[code][language] : null
}

const unexpectedMessage = msg`Unexpected error`

/**
 * Returns the text for any thrown value, the first available of: the response's message if it is text; the first
 * field's first message as `[field]: message`, or the field's text; the raw response as text; without a response body
 * the network error's message; "Unexpected error". Decides by the shape, not the class.
 */
export function describeFailure(error: unknown, language: Language): string {
  if (!(error instanceof Error)) return i18n._(unexpectedMessage)
  const body = 'body' in error ? error.body : undefined
  return describeBody(body, language) || describeBodiless(error, language) || i18n._(unexpectedMessage)
}

function describeBody(body: unknown, language: Language): string {
  if (body === undefined || body === null) return ''
  if (typeof body !== 'object') return String(body)
  if ('message' in body && typeof body.message === 'string' && body.message !== '') return body.message
  const [first] = Array.isArray(body) ? [] : Object.entries(body)
  if (first) {
    const [field, value] = first
    if (typeof value === 'string' && value !== '') return describeFieldMessage(value, language)
    if (Array.isArray(value) && typeof value[0] === 'string') return describeField(field, value[0], language)
  }
  return JSON.stringify(body)
}

/** For errors without a response: the network failed, or the app threw a coded error. Others have no text for users. */
function describeBodiless(error: Error, language: Language): string {
  if (error.name === 'NetworkError' || error.name === 'TimeoutError') return error.message
  if (!('code' in error) || typeof error.code !== 'string') return ''
  const [field, messages] = Object.entries(failedFields(error))[0] ?? []
  if (field && messages?.[0]) return describeField(field, messages[0], language)
  return error.message || describeError(error.code, language) || ''
}

function describeField(field: string, message: string, language: Language): string {
  return `[${field}]: ${describeFieldMessage(message, language)}`
}

/** Returns the fields that an error response names: `{field: [message, …]}`; empty when it names none. */
export function failedFields(error: unknown): Record<string, string[]> {
  if (!(error instanceof Error) || !('fields' in error)) return {}
  const { fields } = error
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string[]>) : {}
}

function isKnownCode(code: string): code is keyof typeof errorMessages {
  return Object.hasOwn(errorMessages, code)
}
