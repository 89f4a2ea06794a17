import { t } from '@lingui/core/macro'
import { detectLanguage, i18n, loadMessages, loadMoreMessages } from '#i18n/i18n.ts'
import { toastError } from '#ui/feedback/toast.ts'

/** Says which part of what another app has shared did not arrive: without a service worker, or without free space. */
export async function reportLost(lost: string): Promise<void> {
  // A page that begins with shared content has no messages yet.
  if (i18n.locale === '') await loadMessages(detectLanguage())
  await loadMoreMessages('screens')
  const parts = lost.split(' ')
  if (parts.includes('files')) toastError(t`The shared files could not be taken over. Add them here`)
  if (parts.includes('text')) toastError(t`The shared text was too long: only its beginning is here`)
}
