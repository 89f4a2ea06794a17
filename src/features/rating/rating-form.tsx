import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useMemo, useRef, useState } from 'react'
import { RATING_QUOTE_MAX, RATING_REASON_MAX } from '#contract/limits.ts'
import type { ExchangeToRate, RatingInput } from '#contract/objects/ratings/rating.ts'
import { useAction } from '#data/use-action.ts'
import { database } from '#offline/database/database.ts'
import { enqueueRating } from '#offline/ratings/exchanges.ts'
import type { RatingDraft } from '#offline/ratings/rating-draft.ts'
import { Button } from '#ui/button/button.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { axes } from '#ui/score-chart/axes.ts'
import { AxisField } from './axis-field.tsx'
import styles from './rating-page.module.css'
import { draftOf, fieldsOf, ratingSchema } from './rating-schema.ts'
import { ReportButton } from './report-button.tsx'
import { unwrittenRating, useRatingDraft } from './use-rating-draft.ts'
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
  const answer = useRef<HTMLDivElement>(null)
  const id = useId()
  const schema = useMemo(() => ratingSchema(exchange.answer), [exchange.answer])
  const [entered] = useState(() => unwrittenRating(userId, exchange.id) ?? stored)
  const form = useAppForm(schema, fieldsOf(entered))
  const storeDraft = useRatingDraft(userId, exchange.id, stored)
  const saveDraft = () => storeDraft(draftOf(form.values()))
  const selected = useSelectedPart(answer)
  const messageFor = (kind: RatingInput['kind'], isOnline: boolean) => {
    if (kind === 'skip') return t`Skipped`
    if (kind === 'report') return t`Reported. Thank you`
    return isOnline ? t`Rating saved. Thank you` : t`Rating saved. It is sent when you are online`
  }
  const save = async (rating: Omit<RatingInput, 'id' | 'exchange'>) => {
    await enqueueRating(database(), userId, { ...rating, exchange: exchange.id })
    announce(messageFor(rating.kind, navigator.onLine))
    onDone()
  }
  const decline = useAction((kind: 'skip' | 'report', reason: string) =>
    save({ kind, scores: null, reason, quote: '' }),
  )
  return (
    <Form
      of={form}
      aria-label={t`Rating`}
      className={styles.form}
      onChange={saveDraft}
      onSubmit={({ reason, quote, ...scores }) => save({ kind: 'rating', scores, reason, quote })}
    >
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
          onClick={() => {
            form.fill('quote', selected)
            saveDraft()
          }}
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
          <AxisField key={axis} axis={axis} onChoice={saveDraft} />
        ))}
      </section>
      <FormField name="reason">
        {({ value, error, input }) => (
          <Field
            label={<Trans>Reason</Trans>}
            error={error ? <Trans>Say in a sentence why you rate it so</Trans> : null}
          >
            <TextArea {...input} rows={3} maxLength={RATING_REASON_MAX} value={textOf(value)} />
          </Field>
        )}
      </FormField>
      <FormField name="quote">
        {({ value, error, input }) => (
          <Field
            label={<Trans>Quote from the answer</Trans>}
            optional={<Trans>(optional)</Trans>}
            description={<Trans>The part that decided it: select it above, or type it here letter by letter.</Trans>}
            error={error ? <Trans>The answer does not contain this</Trans> : null}
          >
            <TextArea {...input} rows={2} maxLength={RATING_QUOTE_MAX} value={textOf(value)} />
          </Field>
        )}
      </FormField>
      <FormError />
      <Failure>{decline.failure}</Failure>
      <div className={styles.actions}>
        <ReportButton
          userId={userId}
          exchangeId={exchange.id}
          onReport={(reason) => decline.run('report', reason)}
          disabled={decline.pending}
        />
        <Button disabled={decline.pending} onClick={() => form.store.submitting.peek() || decline.run('skip', '')}>
          <Trans>Skip</Trans>
        </Button>
        <SubmitButton disabled={decline.pending}>
          <Trans>Save rating</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
