import { useLingui } from '@lingui/react/macro'
import { type LazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { toastError } from './feedback/toast.ts'

/** Loads the code of a popup when it opens. When that fails, closes the popup and shows an error. */
export function usePopup<T>(part: LazyModule<T>, open: boolean, onOpenChange: (open: boolean) => void): T | undefined {
  const { t } = useLingui()
  return useLazyModule(part, open, () => {
    onOpenChange(false)
    toastError(t`This could not be loaded. Check your connection and try again`)
  })
}
