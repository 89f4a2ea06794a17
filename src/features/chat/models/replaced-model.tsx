import { Trans } from '@lingui/react/macro'
import { modelLabel } from '#data/remembered-models.ts'
import { InfoIcon } from '#ui/icons/icons.tsx'
import styles from './models.module.css'

/** Says that the chosen model is not there any more, and which one has answered. */
export function ReplacedModel({ wanted, model }: { wanted: string; model: string | null }) {
  const gone = modelLabel(wanted)
  const present = model === null ? null : modelLabel(model)
  return (
    <p className={styles.replaced}>
      <InfoIcon size={16} />
      <span>
        {present === null ? (
          <Trans>{gone} is not available. The default model answers in its place.</Trans>
        ) : (
          <Trans>
            {gone} is not available. {present} answers in its place.
          </Trans>
        )}
      </span>
    </p>
  )
}
