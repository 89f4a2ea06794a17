import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Issue } from '#contract/objects/newsletter.ts'
import { useLanguage } from '#i18n/use-language.ts'
import editorStyles from '../editor.module.css'
import styles from './newsletter.module.css'

/** How often the links of an issue were followed by readers who agreed to the count. Who followed them is not known. */
export function IssueClicks({ readers, links }: Issue['clicks']) {
  const language = useLanguage()
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.clicks}>
      <h4 id={heading}>
        <Trans>Clicks on links</Trans>
      </h4>
      <p className={editorStyles.state}>
        {readers === 0 ? (
          <Trans>No reader of this issue has agreed that clicks are counted.</Trans>
        ) : (
          <Plural
            value={readers}
            one="Of # reader who agreed to the count. Who clicked is not stored."
            other="Of # readers who agreed to the count. Who clicked is not stored."
          />
        )}{' '}
        <Trans>Mails have no tracking pixel.</Trans>
      </p>
      {readers === 0 ? null : (
        <dl className={styles.links}>
          {links.map(({ url, clicks }) => (
            <div key={url}>
              <dt>{url}</dt>
              <dd>{clicks.toLocaleString(language)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
