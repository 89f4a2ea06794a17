import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { logHandled } from '#lib/log-handled.ts'
import { Button } from '#ui/button/button.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { MicIcon, PauseIcon, SpeakerIcon, XIcon } from '#ui/icons/icons.tsx'
import type { Row } from '../thread/rows/build-rows.ts'
import { runAudio } from './engines/run-audio.ts'
import { PauseMessage } from './pause-message.tsx'
import { useVoiceChat, type VoiceChatOptions } from './use-voice-chat.ts'
import styles from './voice-bar.module.css'
import type { VoiceState } from './voice-machine.ts'

export interface VoiceBarProps extends VoiceChatOptions {
  onEnd: () => void
}

/** The voice chat in place of the composer: its state, captions, and buttons to interrupt, pause and end it. */
export function VoiceBar(props: VoiceBarProps) {
  const { t } = useLingui()
  const { chat, snapshot } = useVoiceChat(props)
  const { state, heard, said } = snapshot
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    end.current?.focus()
    announce(t`Voice chat`)
  }, [t])
  const resume = () => {
    // During the press; an engine that needs the audio waits for it, and reports when it does not run.
    if (props.audio) runAudio(props.audio).catch((error: unknown) => logHandled('The audio does not run', error))
    chat.dispatch({ type: 'resume' })
  }
  const isAnswering = state.name === 'answering' || state.name === 'speaking'
  return (
    <section className={styles.bar} aria-label={t`Voice chat`} data-voice={state.name}>
      <p className={styles.state}>
        <span className={styles.sign} aria-hidden="true">
          {isAnswering ? <SpeakerIcon /> : state.name === 'paused' ? <PauseIcon /> : <MicIcon />}
        </span>
        <StateName state={state} />
      </p>
      {state.name === 'paused' && state.reason !== 'user' ? (
        <p className={styles.problem} role="alert">
          <PauseMessage reason={state.reason} />
        </p>
      ) : null}
      <p className={styles.caption} dir="auto" data-paused={state.name === 'paused' || undefined}>
        {caption(state, heard, said) ?? <Hint state={state} rows={props.rows} />}
      </p>
      <div className={styles.actions}>
        {isAnswering ? (
          <Button size="l" onClick={() => chat.dispatch({ type: 'interrupt' })}>
            <Trans>Interrupt</Trans>
          </Button>
        ) : state.name === 'paused' ? (
          <Button size="l" variant="primary" onClick={resume}>
            {state.back === 'transcribing' ? <Trans>Try again</Trans> : <Trans>Continue</Trans>}
          </Button>
        ) : (
          <Button size="l" onClick={() => chat.dispatch({ type: 'pause', reason: 'user' })}>
            <Trans>Pause</Trans>
          </Button>
        )}
        <Button ref={end} size="l" icon={<XIcon size={18} />} aria-label={t`End voice chat`} onClick={props.onEnd}>
          <Trans>End</Trans>
        </Button>
      </div>
    </section>
  )
}

function StateName({ state }: { state: VoiceState }): ReactNode {
  switch (state.name) {
    case 'off':
    case 'listening':
      return <Trans>Listening</Trans>
    case 'sending':
      return state.text === null ? <Trans>Understanding what you said</Trans> : <Trans>Sending</Trans>
    case 'answering':
      return <Trans>Waiting for the answer</Trans>
    case 'speaking':
      return <Trans>Speaking</Trans>
    case 'paused':
      return <Trans>Paused</Trans>
  }
}

function caption(state: VoiceState, heard: string, said: string): string | null {
  const text = state.name === 'speaking' || (state.name === 'answering' && said !== '') ? said : heard
  return text === '' ? null : text
}

function Hint({ state, rows }: { state: VoiceState; rows: readonly Row[] }): ReactNode {
  const last = rows.at(-1)
  if (state.name === 'listening') return <Trans>Say something. It is sent when you pause.</Trans>
  if (state.name === 'answering' && last?.kind === 'question' && last.send.kind === 'waiting') {
    return <Trans>Your message is stored and goes out when the server can be reached.</Trans>
  }
  return null
}
