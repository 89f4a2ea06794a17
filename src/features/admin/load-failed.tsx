import { Trans } from '@lingui/react/macro'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import styles from './admin.module.css'
import { useHandleRefusal } from './handle-refusal.ts'

/** Replaces data that could not be loaded. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const language = useLanguage()
  useHandleRefusal(error)
  return (
    <div role="alert" className={styles.failed}>
      <p>{describeFailure(error, language)}</p>
      <Button size="s" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
