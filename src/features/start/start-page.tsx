import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button/link-button.tsx'
import { ExampleAnswer } from './example/example-answer.tsx'
import { Goodbye } from './goodbye.tsx'
import { NearViewport } from './near-viewport.tsx'
import styles from './start-page.module.css'
import { StartReasons } from './start-reasons.tsx'
import { toFreeTrial } from './to-free-trial.ts'

interface Props {
  /** Parts of the page that other features render, since features do not import each other. */
  plans: ReactNode
  newsletter: ReactNode
  isGoodbye: boolean
}

/** The landing page for visitors. */
export function StartPage({ plans, newsletter, isGoodbye }: Props) {
  return (
    <>
      {isGoodbye ? <Goodbye /> : null}
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>
            <Trans>Think it through with someone honest.</Trans>
          </h1>
          <p className={styles.lead}>
            <Trans>
              A companion that answers, and can score its answers on truth, fairness, wisdom, duty, safety and liberty,
              with the reason for each score. You can read and write without a network, and what you write is kept until
              it is sent.
            </Trans>
          </p>
          <p className={styles.action}>
            <LinkButton variant="primary" size="l" {...toFreeTrial}>
              <Trans>Create your account</Trans>
            </LinkButton>
            <span className={styles.note}>
              <Trans>No card, no newsletter unless you ask for it.</Trans>
            </span>
          </p>
        </div>
        <ExampleAnswer />
      </section>
      <StartReasons />
      <section id="plans" aria-labelledby="plans-title" className={styles.plans}>
        <h2 id="plans-title" className={styles.plansTitle}>
          <Trans>Plans</Trans>
        </h2>
        <NearViewport>{plans}</NearViewport>
      </section>
      {newsletter}
    </>
  )
}
