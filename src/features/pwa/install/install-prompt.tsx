import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'
import { install, useInstallWay } from './install-state.ts'
import { InstallSteps } from './install-steps.tsx'
import { isFittingMoment, recordFirstVisit } from './should-offer-install.ts'

const ID = 'install'

/** Offers once to install the app, when the user knows it. */
export function InstallPrompt({ userId }: { userId: number }) {
  const { t } = useLingui()
  const way = useInstallWay()
  const isPossible = way !== 'no'
  // The query runs at each message, and each second of an answer: skipped where nothing can be offered.
  const isFitting = useLiveQuery(() => isPossible && isFittingMoment(database(), userId), [userId, isPossible]) ?? false
  const isOffered = isPossible && isFitting
  const text = window.matchMedia('(pointer: coarse)').matches
    ? t`Keep Companion on your home screen?`
    : t`Keep Companion on this computer, as an app?`
  const yes = t`Install`
  const no = t`Not now`

  useEffect(() => {
    recordFirstVisit(database()).catch(reportError)
    return () => closePrompt(ID)
  }, [])
  useEffect(() => {
    if (!isOffered) return closePrompt(ID)
    const decline = () => void saveDeviceSetting(database(), 'install_offer', 'declined').catch(reportError)
    const accept = () => {
      // Whatever the user answers in the browser's prompt, the offer is not repeated.
      decline()
      install().catch(reportError)
    }
    showPrompt({
      id: ID,
      text,
      actions: [
        { label: no, onSelect: decline },
        { label: yes, onSelect: accept, primary: true },
      ],
      inChat: true,
    })
  }, [isOffered, text, yes, no])
  return <InstallSteps userId={userId} />
}
