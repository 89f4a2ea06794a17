import { Trans } from '@lingui/react/macro'
import styles from './information-page.module.css'
import { PrivacySection } from './privacy-section.tsx'
import { ScoresSection } from './scores-section.tsx'
import { ValidatorsSection } from './validators-section.tsx'

/** About, how scores are made, and privacy. */
export function InformationPage() {
  return (
    <article className={styles.article}>
      <h1>
        <Trans>About Companion</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          Companion is a place to think with an assistant that says why it answers as it does. It is made for one person
          at a time: you write, it answers, and the two of you can look at the answer together.
        </Trans>
      </p>
      <p>
        <Trans>
          It keeps working when the network does not. What you write is stored on your device first, sent when there is
          a connection, and never sent twice. Your chats can be read offline.
        </Trans>
      </p>
      <ScoresSection />
      <ValidatorsSection />
      <PrivacySection />
    </article>
  )
}
