import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportSource } from '#contract/objects/chat.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { ImportError, type ImportProblem } from './read/import-error.ts'

const problems: Readonly<Record<ImportProblem, MessageDescriptor>> = {
  unknown_file: msg`This is not an export of ChatGPT, Claude or Companion. Choose the ZIP file that you were sent, or the conversations.json in it.`,
  broken_json: msg`This file is incomplete or damaged. Download the export again.`,
  broken_zip: msg`This ZIP file is incomplete or damaged. Download the export again.`,
  encrypted_zip: msg`This ZIP file is encrypted. Unpack it with its password and choose the conversations.json in it.`,
  zip_without_chats: msg`There is no conversations.json in this ZIP file.`,
  no_chats: msg`There are no chats in this file.`,
  too_large: msg`The chats in this file are too large: each may have up to 64 MB.`,
  unreadable_file: msg`The file could not be read to its end. It may have been moved or changed: choose it again.`,
  no_worker: msg`The part of the app that reads files could not be loaded. Check the network and try again.`,
}

/** The text for anything that reading or storing has thrown. */
export const describeImportFailure = (error: unknown): string =>
  error instanceof ImportError ? i18n._(problems[error.problem]) : describeFailure(error, currentLanguage())

/** Names of products are the same in every language. */
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  companion: 'Companion',
}
