import { Trans } from '@lingui/react/macro'
import styles from '../page.module.css'

export function CancelConsequences() {
  return (
    <ul className={styles.consequences}>
      <li>
        <Trans>After that you cannot write to Companion or ask for new answers, until you choose a plan again.</Trans>
      </li>
      <li>
        <Trans>Your chats stay yours: to read, to search and to download.</Trans>
      </li>
      <li>
        <Trans>Nothing more is charged.</Trans>
      </li>
    </ul>
  )
}
