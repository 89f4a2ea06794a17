import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { RATING_QUOTE_MAX, RATING_REASON_MAX } from '#contract/limits.ts'
import type { ExchangeToRate, RatedScores, RatingInput } from '#contract/objects/ratings/rating.ts'
import { useAction } from '#data/use-action.ts'
import { database } from '#offline/database/database.ts'
import { enqueueRating } from '#offline/ratings/exchanges.ts'
import type { RatingDraft } from '#offline/ratings/rating-draft.ts'
import { Button } from '#ui/button/button.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { type AxisValues, axes } from '#ui/score-chart/axes.ts'
import { AxisField } from './axis-field.tsx'
import styles from './rating-page.module.css'
import { ReportButton } from './report-button.tsx'
import { useRatingDraft } from './use-rating-draft.ts'
import { useSelectedPart } from './use-selected-part.ts'

interface RatingFormProps {
  userId: number
  exchange: ExchangeToRate
  /** What was entered before the page was loaded again; read when the form appears. */
  stored: RatingDraft | null
  onDone: () => void
}

/** One exchange with its six scores, the reason and a quote; it can be skipped or reported instead. */
export function RatingForm({ userId, exchange, stored, onDone }: RatingFormProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const id = useId()
  const { draft, change } = useRatingDraft(userId, exchange.id, stored)
  const { scores: values, reason, quote } = draft
  const [isChecked, setChecked] = useState(false)
  const selected = useSelectedPart(answer)
  const isQuoted = quote === '' || exchange.answer.includes(quote)
  const said = (kind: RatingInput['kind'], isOnline: boolean) => {
    if (kind === 'skip') return t`Skipped`
    if (kind === 'report') return t`Reported. Thank you`
    return isOnline ? t`Rating saved. Thank you` : t`Rating saved. It is sent when you are online`
  }
  const save = useAction(async (rating: Omit<RatingInput, 'id' | 'exchange'>) => {
    await enqueueRating(database(), userId, { ...rating, exchange: exchange.id })
    announce(said(rating.kind, navigator.onLine))
    onDone()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const scores = allRated(values)
    if (scores !== null && reason.trim() !== '' && isQuoted) {
      save.run({ kind: 'rating', scores, reason, quote })
      return
    }
    // After the errors are rendered: the first of them gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={form} noValidate aria-label={t`Rating`} onSubmit={submit} className={styles.form}>
      <section aria-labelledby={`${id}-question`}>
        <h2 id={`${id}-question`}>
          <Trans>Question</Trans>
        </h2>
        <p dir="auto" className={styles.text}>
          {exchange.question}
        </p>
      </section>
      <section aria-labelledby={`${id}-answer`}>
        <h2 id={`${id}-answer`}>
          <Trans>Answer</Trans>
        </h2>
        <div ref={answer} dir="auto" className={styles.text}>
          {exchange.answer}
        </div>
        <Button
          size="s"
          disabled={selected === ''}
          // Pressing the button would clear the selection before its click is handled.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => change({ quote: selected })}
        >
          <Trans>Quote the selected part</Trans>
        </Button>
      </section>
      <section aria-labelledby={`${id}-scores`}>
        <h2 id={`${id}-scores`}>
          <Trans>Your scores</Trans>
        </h2>
        <p className={styles.intro}>
          <Trans>From 0, not at all, to 100, entirely. The higher, the better: also for Safety.</Trans>
        </p>
        {axes.map((axis) => (
          <AxisField
            key={axis}
            axis={axis}
            value={values[axis]}
            isMissing={isChecked && values[axis] === null}
            onChange={(value) => change({ scores: { ...values, [axis]: value } })}
          />
        ))}
      </section>
      <Field
        label={<Trans>Reason</Trans>}
        error={isChecked && reason.trim() === '' ? <Trans>Say in a sentence why you rate it so</Trans> : null}
      >
        <TextArea
          rows={3}
          maxLength={RATING_REASON_MAX}
          value={reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </Field>
      <Field
        label={<Trans>Quote from the answer</Trans>}
        optional={<Trans>(optional)</Trans>}
        description={<Trans>The part that decided it: select it above, or type it here letter by letter.</Trans>}
        error={isChecked && !isQuoted ? <Trans>The answer does not contain this</Trans> : null}
      >
        <TextArea
          rows={2}
          maxLength={RATING_QUOTE_MAX}
          value={quote}
          onChange={(event) => change({ quote: event.currentTarget.value })}
        />
      </Field>
      <Failure>{save.failure}</Failure>
      <div className={styles.actions}>
        <ReportButton
          onReport={(text) => save.run({ kind: 'report', scores: null, reason: text, quote: '' })}
          disabled={save.pending}
        />
        <Button disabled={save.pending} onClick={() => save.run({ kind: 'skip', scores: null, reason: '', quote: '' })}>
          <Trans>Skip</Trans>
        </Button>
        <Button type="submit" variant="primary" disabled={save.pending}>
          <Trans>Save rating</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Null as long as an axis has no score. */
function allRated({ truth, fairness, wisdom, duty, safety, liberty }: AxisValues): RatedScores | null {
  if (truth === null || fairness === null || wisdom === null) return null
  if (duty === null || safety === null || liberty === null) return null
  return { truth, fairness, wisdom, duty, safety, liberty }
}
