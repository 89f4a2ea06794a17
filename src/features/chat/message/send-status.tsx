import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { endsWithPeriod } from '#data/usage.ts'
import { describeError } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { AlertIcon, CheckIcon, ClockIcon, SendIcon } from '#ui/icons/icons.tsx'
import { formatMoment } from '../format-moment.ts'
import { messagesAfterRemoval } from './actions/messages-after-removal.ts'
import styles from './messages.module.css'
import { SendChoiceButtons, type SendChoices } from './send-choices.tsx'
import type { SendState } from './send-state.ts'

/** What triggers the next attempt while the network fails: the `online` event, or only the open app. */
export type SendsLater = 'online' | 'open' | null

type Props = { send: SendState; later: SendsLater; offer: ReactNode } & SendChoices

/** Shows whether a question has reached the server, and if not, the reason; `WaitingMenu` has what can be done then. */
export function SendStatus({ send, later, offer, ...choices }: Props) {
  switch (send.kind) {
    case 'waiting':
      return <Waiting code={send.code} later={later} />
    case 'behind':
      return (
        <p className={styles.status}>
          <span>
            <Trans>Waiting</Trans> · <Trans>waits for the message above</Trans>
          </span>
        </p>
      )
    case 'held':
      return (
        <Stuck icon={<ClockIcon size={14} />} choices={choices} offer={send.code === 'suspended' ? null : offer}>
          <Held send={send} />
        </Stuck>
      )
    case 'sending':
      return (
        <p className={styles.status}>
          <SendIcon size={14} />
          <Trans>Sending</Trans>
        </p>
      )
    case 'sent':
      return (
        <p className={styles.status}>
          <CheckIcon size={14} />
          <Trans>Sent</Trans>
        </p>
      )
    case 'failed':
      return (
        <Stuck failed icon={<AlertIcon size={14} />} choices={choices}>
          <Failed send={send} />
        </Stuck>
      )
  }
}

function Waiting({ code, later }: { code: string | null; later: SendsLater }) {
  const language = useLanguage()
  const reason = code === null || code === 'network' ? null : describeError(code, language)
  return (
    <p className={styles.status}>
      <span>
        {later === null && reason === null ? <Trans>Waiting to send</Trans> : <Trans>Waiting</Trans>}
        {later === 'open' ? (
          <>
            {' '}
            · <Trans>sends when you open the app</Trans>
          </>
        ) : later === 'online' ? (
          <>
            {' '}
            · <Trans>sends when you are back online</Trans>
          </>
        ) : reason === null ? null : (
          ` · ${reason}`
        )}
      </span>
    </p>
  )
}

function Held({ send }: { send: Extract<SendState, { kind: 'held' }> }) {
  const language = useLanguage()
  const session = useSession()
  const { resetsAt } = send
  const isKnown = resetsAt !== null && !Number.isNaN(Date.parse(resetsAt))
  // After a last period only another plan lets the message be sent.
  const isLast = isKnown && session !== null && endsWithPeriod(session.user, resetsAt)
  const time = isKnown && !isLast ? formatMoment(resetsAt, language) : null
  return (
    <>
      <Trans>On hold</Trans>
      {`. ${describeError(send.code, language)}`}
      {send.code === 'limit_reached' && time !== null ? (
        <>
          {'. '}
          <Trans>Sends after {time}</Trans>
        </>
      ) : null}
    </>
  )
}

function Failed({ send }: { send: Extract<SendState, { kind: 'failed' }> }) {
  const language = useLanguage()
  const reason = (send.code === null ? null : describeError(send.code, language)) ?? send.reason
  return (
    <>
      <Trans>Not sent</Trans>
      {reason === null || reason === '' ? null : `. ${reason}`}
    </>
  )
}

type StuckProps = { icon: ReactNode; failed?: boolean; choices: SendChoices; offer?: ReactNode; children: ReactNode }

function Stuck({ icon, failed, choices, offer, children }: StuckProps) {
  return (
    <div ref={messagesAfterRemoval} className={styles.status} data-failed={failed || undefined}>
      <p className={styles.reason}>
        {icon}
        <span>{children}</span>
      </p>
      <div className={styles.choices}>
        {offer}
        <SendChoiceButtons {...choices} />
      </div>
    </div>
  )
}
