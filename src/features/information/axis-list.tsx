import { Trans } from '@lingui/react/macro'
import styles from './axis-list.module.css'

export function AxisList() {
  return (
    <dl className={styles.axes}>
      <div className={styles.truth}>
        <dt>
          <Trans>Truth</Trans>
        </dt>
        <dd>
          <Trans>Is it right, and does it say what it cannot know?</Trans>
        </dd>
      </div>
      <div className={styles.fairness}>
        <dt>
          <Trans>Fairness</Trans>
        </dt>
        <dd>
          <Trans>Does it weigh everyone concerned alike?</Trans>
        </dd>
      </div>
      <div className={styles.wisdom}>
        <dt>
          <Trans>Wisdom</Trans>
        </dt>
        <dd>
          <Trans>Does it look past the next step?</Trans>
        </dd>
      </div>
      <div className={styles.duty}>
        <dt>
          <Trans>Duty</Trans>
        </dt>
        <dd>
          <Trans>Does it name what is owed, and to whom?</Trans>
        </dd>
      </div>
      <div className={styles.safety}>
        <dt>
          <Trans>Safety</Trans>
        </dt>
        <dd>
          <Trans>Could following it harm somebody?</Trans>
        </dd>
      </div>
      <div className={styles.liberty}>
        <dt>
          <Trans>Liberty</Trans>
        </dt>
        <dd>
          <Trans>Does it leave the choice with you?</Trans>
        </dd>
      </div>
    </dl>
  )
}
