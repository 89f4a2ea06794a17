import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PauseReason } from './voice-machine.ts'

/** Says why a voice chat waits, and what becomes of what was said. */
export function PauseMessage({ reason }: { reason: PauseReason }): ReactNode {
  switch (reason) {
    case 'user':
      return null
    case 'hidden':
      return <Trans>The app was in the background, so the microphone is off.</Trans>
    case 'silence':
      return <Trans>Nothing was said for a while, so the microphone is off.</Trans>
    case 'microphone':
      return <Trans>The microphone cannot be used. Allow it for this site in your browser, then continue.</Trans>
    case 'recognition':
      return <Trans>This browser does not recognise speech here.</Trans>
    case 'network':
      return <Trans>Without a connection, speech cannot be recognised. What was understood is not lost.</Trans>
    case 'transcription':
      return <Trans>Your recording could not be turned into text. Continuing or ending tries it once more.</Trans>
    case 'storage':
      return <Trans>Your message could not be stored. Its text is in the message field.</Trans>
    case 'not_sent':
      return <Trans>Your message was not sent. It is in the chat, with the reason.</Trans>
    case 'no_answer':
      return <Trans>The answer failed. The chat says why.</Trans>
    case 'output':
      return <Trans>The answer cannot be read aloud just now. You can read it in the chat.</Trans>
  }
}
