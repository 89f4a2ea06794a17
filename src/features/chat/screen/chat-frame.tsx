import { useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/button/icon-button.tsx'
import { MenuIcon, MoreIcon, PlusIcon, SendIcon } from '#ui/icons/icons.tsx'
import composer from '../composer/composer.module.css'
import styles from './chat-screen.module.css'

/**
 * An inert placeholder of the chat's header and composer, laid out as on the real screen. The build renders it to HTML,
 * which is painted while the app's scripts are fetched.
 */
export function ChatFrame() {
  const { t } = useLingui()
  return (
    <div className={styles.screen} inert aria-hidden="true">
      <div className={`${styles.sidebar} ${styles.wideOnly}`} />
      <div className={styles.main}>
        <div className={styles.header}>
          <IconButton size="l" label={t`Chats`} icon={<MenuIcon size={24} />} className={styles.phoneOnly} />
          <div className={styles.heading} />
          <IconButton size="l" label={t`New chat`} icon={<PlusIcon size={22} />} className={styles.phoneOnly} />
          <IconButton label={t`More about this chat`} icon={<MoreIcon />} />
        </div>
        <div />
        <div className={styles.foot}>
          <div className={composer.composer}>
            <div className={`${composer.text} ${composer.hint}`}>{t`Write here`}</div>
            <IconButton label={t`Send`} icon={<SendIcon />} variant="primary" size="l" round aria-disabled />
          </div>
        </div>
      </div>
    </div>
  )
}
