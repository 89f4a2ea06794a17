import { useLingui } from '@lingui/react/macro'
import { type LazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { toastError } from './feedback/toast.ts'

/** The code of something that opens. When it cannot be fetched, it closes again and says so. */
export function usePopup<T>(part: LazyModule<T>, open: boolean, onOpenChange: (open: boolean) => void): T | undefined {
  const { t } = useLingui()
  return useLazyModule(part, open, () => {
    onOpenChange(false)
    toastError(t`This could not be loaded. Check your connection and try again`)
  })
}
