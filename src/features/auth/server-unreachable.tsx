import { Trans, useLingui } from '@lingui/react/macro'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { Outcome } from './outcome.tsx'

/** Shown when the request of an emailed or single sign-on link has failed; the link can be tried again. */
export function ServerUnreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <Outcome
      takesFocus
      title={t`That did not work yet`}
      actions={
        <Button variant="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <p role="alert">{describeFailure(error, language)}</p>
    </Outcome>
  )
}
