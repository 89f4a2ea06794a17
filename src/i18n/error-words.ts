import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorMessages } from '#contract/error-messages.ts'
import { fieldMessages, isFieldMessage } from '#contract/field-messages.ts'
import type { Language } from './languages.ts'

/** Words for what a schema says of a field; text that is no key (a server's own sentence) is shown as it is. */
export function describeFieldMessage(message: string, language: Language): string {
  return isFieldMessage(message) ? fieldMessages[message][language] : message
}

/** Words for an error code, or null for a code this version does not know. */
export function describeError(code: string, language: Language): string | null {
  return isKnownCode(code) ? errorMessages[code][language] : null
}

const networkWords = msg`No connection. Check your network and try again`
const unexpectedWords = msg`Unexpected error`

/**
 * Words for anything thrown, in the specification's order (section 8): the server's message, the first
 * field's message, the network's, else "Unexpected error". The shape is read, not the class.
 */
export function describeFailure(error: unknown, language: Language): string {
  if (!(error instanceof Error)) return i18n._(unexpectedWords)
  if (error.name === 'NetworkError' || error.name === 'TimeoutError') return i18n._(networkWords)
  if (!('code' in error) || typeof error.code !== 'string') return i18n._(unexpectedWords)
  const [field, messages] = Object.entries(failedFields(error))[0] ?? []
  if (field && messages?.[0]) return `[${field}]: ${describeFieldMessage(messages[0], language)}`
  return error.message || describeError(error.code, language) || i18n._(unexpectedWords)
}

/** The fields that a thrown answer of the server names: `{field: [message, …]}`; empty when it names none. */
export function failedFields(error: unknown): Record<string, string[]> {
  if (!(error instanceof Error) || !('fields' in error)) return {}
  const { fields } = error
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string[]>) : {}
}

function isKnownCode(code: string): code is keyof typeof errorMessages {
  return Object.hasOwn(errorMessages, code)
}
