import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { exportNewsletterRecipients } from '#contract/endpoints/newsletter/reading.ts'
import type { RecipientKind } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import { languageNames } from '#i18n/languages.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { CsvButton } from '../csv-button.tsx'
import editorStyles from '../editor.module.css'
import styles from './newsletter.module.css'

/** Who gets the next issue, as a file, narrowed by the two choices. */
export function RecipientsExport() {
  const { t } = useLingui()
  const heading = useId()
  const [kind, setKind] = useState<RecipientKind | 'all'>('all')
  const [language, setLanguage] = useState<Language | 'all'>('all')
  const query = {
    ...(kind !== 'all' && { kind }),
    ...(language !== 'all' && { language }),
  }
  return (
    <section aria-labelledby={heading} className={styles.recipients}>
      <h3 id={heading}>
        <Trans>Recipients</Trans>
      </h3>
      <p className={editorStyles.state}>
        <Trans>Who gets the next issue: confirmed addresses whose owner has asked for it.</Trans>
      </p>
      <div className={styles.filters}>
        <Field label={t`Kind`}>
          <Select
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: t`All` },
              { value: 'account', label: t`With an account` },
              { value: 'address', label: t`Without an account` },
            ]}
          />
        </Field>
        <Field label={t`Language`}>
          <Select
            value={language}
            onChange={setLanguage}
            options={[
              { value: 'all', label: t`All` },
              { value: 'en', label: languageNames.en },
              { value: 'es', label: languageNames.es },
            ]}
          />
        </Field>
        <div className={styles.export}>
          <CsvButton endpoint={exportNewsletterRecipients} query={query} fallbackName="recipients">
            <Trans>Export recipients</Trans>
          </CsvButton>
        </div>
      </div>
    </section>
  )
}
