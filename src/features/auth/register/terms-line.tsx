import { Trans } from '@lingui/react/macro'
import type { PublicConfig } from '#contract/objects/config.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from '../auth-page.module.css'

/** Says what an account accepts; nothing while the terms of this server are a draft, which nobody can accept. */
export function TermsLine({ legal }: { legal: PublicConfig['legal'] }) {
  const language = useLanguage()
  if (legal === undefined || legal.terms === null) return null
  return (
    <p className={styles.lead}>
      <Trans>
        By creating an account you accept the{' '}
        <a href={`/legal/terms?lang=${language}`} target="_blank" rel="noopener">
          terms of use
        </a>
        .
      </Trans>
    </p>
  )
}
