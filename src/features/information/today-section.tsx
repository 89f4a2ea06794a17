import { Trans } from '@lingui/react/macro'
import styles from './information-page.module.css'

/** What this build can and cannot do yet; shrinks with each release. */
export function TodaySection() {
  return (
    <section aria-labelledby="today" className={styles.section}>
      <h2 id="today">
        <Trans>What works today</Trans>
      </h2>
      <p>
        <Trans>
          Accounts with export and deletion, the free trial, chatting with streamed answers, reading and writing
          offline, and both languages.
        </Trans>
      </p>
      <h3>
        <Trans>Not built yet</Trans>
      </h3>
      <ul className={styles.list}>
        <li>
          <Trans>Paid plans and the subscription history</Trans>
        </li>
        <li>
          <Trans>Settings of the conversation, of what expires, and of what is remembered</Trans>
        </li>
        <li>
          <Trans>Folders, tags and search, spoken answers, and the admin panel</Trans>
        </li>
      </ul>
    </section>
  )
}
