import { t } from '@lingui/core/macro'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError } from '#ui/feedback/toast.ts'

/** Copies text and confirms it in a toast; returns false after an error toast when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(t`Copied`)
    return true
  } catch {
    // Browsers refuse without a user gesture, a permission or a secure context; the text can still be selected.
    toastError(t`This browser does not let the app copy. Select the text instead`)
    return false
  }
}
