import { Trans } from '@lingui/react/macro'
import styles from './information-page.module.css'
import { PrivacySection } from './privacy-section.tsx'
import { ScoresSection } from './scores-section.tsx'
import { ValidatorsSection } from './validators-section.tsx'

export function InformationPage() {
  return (
    <article className={styles.article}>
      <h1>
        <Trans>About Companion</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          Companion is a place to think with an assistant and to look behind its answers: at the reason for each score,
          and at the model's own reasoning where it gives one. It is made for one person at a time.
        </Trans>
      </p>
      <p>
        <Trans>
          You can go on writing when the network does not work. What you write is stored on your device first, sent when
          there is a connection, and arrives only once. Your newest chats can be read offline; the settings say how
          many.
        </Trans>
      </p>
      <ScoresSection />
      <ValidatorsSection />
      <PrivacySection />
    </article>
  )
}
