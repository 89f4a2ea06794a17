import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { canSpeak, languageOfVoice, pickVoice, useVoices } from '#data/speech-voices.ts'
import { useAction } from '#data/use-action.ts'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { SpeakerIcon, StopIcon } from '#ui/icons/icons.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Failure, Row } from '#ui/layout/group.tsx'
import styles from './voice-setting.module.css'

/** The option for the voice that fits the language of the text. */
const FITTING = 'auto'
const spoken = ['en', 'es']

/** Chooses the browser voice that reads aloud, with a sample. */
export function VoiceSetting() {
  const { t } = useLingui()
  const language = useLanguage()
  const { voice } = useChatProfile()
  const voices = useVoices()
  const { run, failure } = useAction((selected: string) =>
    changeChatProfile({ voice: selected === FITTING ? null : selected }),
  )
  const sample = useSample()
  if (!canSpeak()) {
    return <Row label={<Trans>This browser cannot read aloud</Trans>} />
  }
  const own = voices.filter((each) => spoken.includes(languageOfVoice(each)))
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const options = [
    { value: FITTING, label: t`Match the language` },
    ...own.map((each) => ({
      value: each.voiceURI,
      label: `${each.name} · ${languageName(names, each.lang)}`,
    })),
    ...(voice !== null && own.every((each) => each.voiceURI !== voice)
      ? [{ value: voice, label: t`One that this device does not have` }]
      : []),
  ]
  const listen = () => {
    const selected = own.find((each) => each.voiceURI === voice) ?? pickVoice(own, null, language)
    const of = selected ? languageOfVoice(selected) : language
    sample.toggle(
      of === 'es' ? 'Hola. Así suenan las respuestas con esta voz.' : 'Hello. This is how answers sound in this voice.',
      selected,
      of,
    )
  }
  return (
    <div>
      <div className={styles.voice}>
        <Field
          className={styles.field}
          label={<Trans>Text-to-speech voice</Trans>}
          hint={own.length === 0 ? <Trans>This device has no voice in English or Spanish yet.</Trans> : null}
        >
          <Select value={voice ?? FITTING} onChange={(selected) => run(selected)} options={options} />
        </Field>
        <Button
          className={styles.listen}
          icon={sample.isPlaying ? <StopIcon size={18} /> : <SpeakerIcon size={18} />}
          onClick={listen}
        >
          {sample.isPlaying ? <Trans>Stop</Trans> : <Trans>Listen</Trans>}
        </Button>
      </div>
      <Failure>{sample.hasFailed ? <Trans>This voice could not be played here.</Trans> : failure}</Failure>
    </div>
  )
}

/** The name of a voice's language, or its tag where that is none of BCP 47, as "en-us-nyc" of eSpeak. */
function languageName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag.replace('_', '-')) ?? tag
  } catch {
    return tag
  }
}

/** Speaks one sample sentence at a time; unmounting stops it. */
function useSample() {
  const [state, setState] = useState<'quiet' | 'playing' | 'failed'>('quiet')
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  const toggle = (text: string, voice: SpeechSynthesisVoice | null, language: string) => {
    window.speechSynthesis.cancel()
    if (state === 'playing') return setState('quiet')
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = voice?.lang ?? language
    if (voice) utterance.voice = voice
    utterance.onend = () => setState('quiet')
    // A cancellation by this app is not a failure.
    utterance.onerror = ({ error }) => setState(error === 'canceled' || error === 'interrupted' ? 'quiet' : 'failed')
    setState('playing')
    window.speechSynthesis.speak(utterance)
  }
  return { isPlaying: state === 'playing', hasFailed: state === 'failed', toggle }
}
