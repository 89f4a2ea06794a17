import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { toastPrompt } from '#ui/toast.ts'
import { offeredUpdate, onUpdateOffered } from './update-state.ts'

/** Offers the newer version that the worker found; nothing changes until the person says so. Draws in the toaster. */
export function UpdatePrompt() {
  const { t } = useLingui()
  const take = useSyncExternalStore(onUpdateOffered, offeredUpdate)
  const text = t`A new version is ready`
  const update = t`Update`
  const later = t`Later`

  useEffect(() => {
    if (!take) return
    const wait = () => undefined
    // The same id again, after a change of language, only replaces the words.
    toastPrompt({
      id: 'update',
      text,
      urgent: true,
      actions: [
        { label: later, onSelect: wait },
        { label: update, onSelect: take, primary: true },
      ],
    })
  }, [take, text, update, later])
  return null
}
