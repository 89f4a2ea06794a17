import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { dayGroup, formatDay, formatTime } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database.ts'
import { CloudOffIcon } from '#ui/icons.tsx'
import styles from './chat-screen.module.css'

/** One quiet line while the server is out of reach: since when what is shown is a copy. */
export function ConnectionLine({ account, unreachable }: { account: number; unreachable: boolean }) {
  const language = useLanguage()
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine)
  const synced = useLiveQuery(() => database().sync.get([account, 'chats']), [account])
  if (online && !unreachable) return null
  const time = synced ? describeMoment(synced.finished_at, language) : null
  return (
    <p className={styles.line}>
      <CloudOffIcon size={16} />
      <span>
        {online ? <Trans>No connection to the server.</Trans> : <Trans>Offline.</Trans>}{' '}
        {time === null ? null : <Trans>Saved copy from {time}</Trans>}
      </span>
    </p>
  )
}

function describeMoment(moment: number, language: Language): string {
  const time = formatTime(moment, language)
  return dayGroup(moment) === 'today' ? time : `${formatDay(moment, language)}, ${time}`
}

function followNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
