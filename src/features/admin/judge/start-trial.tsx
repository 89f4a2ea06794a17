import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { startJudgeRun } from '#contract/endpoints/ratings/judge-runs.ts'
import type { JudgeRuns } from '#contract/objects/ratings/judge-run.ts'
import { useAction } from '#data/use-action.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Failure } from '#ui/layout/group.tsx'
import styles from './judge.module.css'
import { refreshJudgeRuns } from './judge-query.ts'

/** The choice of "the model of the settings". */
const OF_SETTINGS = ''
const MILLION = 1_000_000

/** Chooses a judge, says what the trial takes, and starts it. */
export function StartTrial({ runs }: { runs: JudgeRuns }) {
  const { t } = useLingui()
  const { exchanges, estimated_tokens, models, rubric_versions, active_rubric, results } = runs
  const [model, setModel] = useState(OF_SETTINGS)
  const newest = rubric_versions.at(-1) ?? ''
  const [rubric, setRubric] = useState(newest)
  /** The id of a trial of this choice, until its result is known: sending it again starts no second one. */
  const unknown = useRef({ choice: '', id: '' })
  const start = useAction(async () => {
    const choice = { model: model === OF_SETTINGS ? null : model, rubric_version: rubric }
    const text = JSON.stringify(choice)
    const isKnown = results.some(({ id }) => id === unknown.current.id)
    if (isKnown || unknown.current.choice !== text) unknown.current = { choice: text, id: crypto.randomUUID() }
    try {
      await api.call(startJudgeRun, { body: { id: unknown.current.id, ...choice } })
    } catch (error) {
      void refreshJudgeRuns()
      throw error
    }
    unknown.current = { choice: '', id: '' }
    await refreshJudgeRuns()
  })
  const isRunning = results.some(({ state }) => state === 'running')
  return (
    <div className={styles.start}>
      <div className={styles.choices}>
        {models.length > 0 ? (
          <Field label={t`Model`}>
            <Select
              value={model}
              onChange={setModel}
              options={[
                { value: OF_SETTINGS, label: t`As in the settings` },
                ...models.map(({ id }) => ({ value: id, label: id })),
              ]}
            />
          </Field>
        ) : null}
        <Field label={t`Rubric`}>
          <Select
            value={rubric}
            onChange={setRubric}
            options={rubric_versions.map((version) => ({
              value: version,
              label: version === active_rubric ? t`${version} (in use)` : version,
            }))}
          />
        </Field>
      </div>
      <p className={styles.soft}>
        <Plural value={exchanges} one="# rated answer is read twice." other="# rated answers are read twice each." />{' '}
        <Cost tokens={estimated_tokens} price={models.find(({ id }) => id === model)?.price ?? null} />
      </p>
      {/* Still focusable while a trial runs, because the press that starts it would lose the focus. */}
      <Button
        variant="primary"
        pending={start.pending}
        aria-disabled={isRunning}
        onClick={() => isRunning || start.run()}
      >
        <Trans>Start the trial</Trans>
      </Button>
      <Failure>{start.failure}</Failure>
    </div>
  )
}

function Cost({ tokens, price }: { tokens: number; price: number | null }) {
  const language = useLanguage()
  if (tokens === 0) return <Trans>The word list takes no tokens.</Trans>
  const count = formatNumber(tokens, language)
  if (price === null) return <Trans>That takes about {count} tokens.</Trans>
  const cost = formatPrice(String((tokens / MILLION) * price), 'USD', language)
  return (
    <Trans>
      That takes about {count} tokens, {cost}.
    </Trans>
  )
}
