import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Issue } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from './newsletter.module.css'

/** What the server makes of the stored texts. No script runs in the frame. */
export function IssuePreview({ issue, language }: { issue: Issue; language: Language }) {
  const { t } = useLingui()
  const [as, setAs] = useState<'mail' | 'text' | 'page'>('mail')
  const query = new URLSearchParams({ language, as })
  return (
    <section className={styles.preview}>
      <Field label={t`Preview`}>
        <Select
          value={as}
          onChange={setAs}
          options={[
            { value: 'mail', label: t`As a mail` },
            { value: 'text', label: t`As a mail without formatting` },
            { value: 'page', label: t`As a page` },
          ]}
        />
      </Field>
      {issue.versions[language] === null ? (
        <p>
          <Trans>There is no text in this language.</Trans>
        </p>
      ) : (
        <iframe
          key={`${issue.revision} ${as}`}
          className={styles.frame}
          title={t`Preview`}
          src={`${issue.preview_url}?${query}`}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </section>
  )
}
