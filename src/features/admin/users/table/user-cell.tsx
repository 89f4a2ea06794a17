import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedUser } from '#contract/objects/user-list.ts'
import { formatAgo } from '#i18n/format-ago.ts'
import { languageNames } from '#i18n/languages.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { DateText } from '../../date-text.tsx'
import { priceLabel } from '../../plans/price-label.ts'
import styles from '../../table/table.module.css'
import type { UserColumn } from './user-columns.ts'
import { UserState } from './user-state.tsx'

export function UserCell({ user, column }: { user: ListedUser; column: UserColumn }) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const planTitle = usePlanTitle()
  const current = user.subscriptions.find(({ id }) => id === user.current_subscription_id)
  switch (column) {
    case 'plan':
      if (current === undefined) return '–'
      return (
        <>
          <span dir="auto">{planTitle(current.plan)}</span>
          <span className={styles.second}>{priceLabel(current.plan, i18n)}</span>
        </>
      )
    case 'state':
      return <UserState state={user.state} current={current} />
    case 'joined':
      return <DateText at={user.created_at} />
    case 'seen':
      if (user.last_seen_at === null) return <Trans>Never</Trans>
      return (
        <>
          <DateText at={user.last_seen_at} />
          <span className={styles.second}>{formatAgo(Date.parse(user.last_seen_at), Date.now(), language)}</span>
        </>
      )
    case 'username':
      return <span className={styles.username}>{user.username || '–'}</span>
    case 'language':
      return languageNames[user.profile.language]
  }
}
