import { Trans } from '@lingui/react/macro'
import styles from './start-reasons.module.css'

export function StartReasons() {
  return (
    <section className={styles.reasons}>
      <div className={styles.columns}>
        <div>
          <h2>
            <Trans>On the train, in the lift, on a plane</Trans>
          </h2>
          <p>
            <Trans>
              Write whenever you like. Messages wait on your device and go out, once and in order, when Companion can
              reach its server again.
            </Trans>
          </p>
        </div>
        <div>
          <h2>
            <Trans>Every answer can be questioned</Trans>
          </h2>
          <p>
            <Trans>
              Where answers are scored, open a score to read why, with the words it is based on. Ask for a second answer
              and compare both.
            </Trans>
          </p>
        </div>
        <div>
          <h2>
            <Trans>Yours to take, yours to end</Trans>
          </h2>
          <p>
            <Trans>Export everything as one file. Cancel or delete in two steps, without being talked out of it.</Trans>
          </p>
        </div>
      </div>
    </section>
  )
}
