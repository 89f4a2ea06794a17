import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { appUpdate } from '#lib/app-update/app-update.ts'
import type { UpdateOffer } from '#lib/app-update/update-machine.ts'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'
import { toastError } from '#ui/feedback/toast.ts'

const ID = 'update'

/**
 * Offers a newer version, and again with the reason when the update failed; nothing changes until the user accepts.
 */
export function UpdatePrompt() {
  const { t } = useLingui()
  const offer = useSyncExternalStore(appUpdate.subscribe, appUpdate.offer)
  const [postponed, setPostponed] = useState<UpdateOffer | null>(null)
  const text = t`A new version is ready`
  const update = t`Update`
  const later = t`Later`
  const unsaved = t`Your draft could not be saved on this device. Copy it, then update again`
  const unreachable = t`Companion can’t be reached right now. Update again when you are online`
  const overdue = t`The new version is still being prepared. Update again in a minute`

  useEffect(() => {
    if (offer?.failure === 'unsaved') toastError(unsaved)
    if (offer?.failure === 'unreachable') toastError(unreachable)
    if (offer?.failure === 'overdue') toastError(overdue)
  }, [offer, unsaved, unreachable, overdue])
  useEffect(() => {
    if (!offer || offer === postponed) return closePrompt(ID)
    const wait = () => setPostponed(offer)
    // The same id again, after a change of language, only replaces the text.
    showPrompt({
      id: ID,
      text,
      urgent: true,
      actions: [
        { label: later, onSelect: wait },
        { label: update, onSelect: () => appUpdate.send('pressed'), primary: true },
      ],
    })
  }, [offer, postponed, text, update, later])
  return null
}
