import { t } from '@lingui/core/macro'
import { reloadSafely } from '#lib/before-reload.ts'
import { toastError } from '#ui/toast.ts'
import { offerUpdate } from './update-state.ts'

/** Loads the newer version once what is typed is saved. What cannot be saved stays on the screen, and so does the offer. */
export async function reloadToUpdate(): Promise<void> {
  try {
    await reloadSafely()
  } catch (error) {
    reportError(error)
    toastError(t`Your draft could not be saved on this device. Copy it, then update again`)
    offerUpdate(() => void reloadToUpdate())
  }
}
