import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SectionNav } from './section-nav.tsx'
import { SectionPanel } from './section-panel.tsx'
import type { Section } from './sections.ts'
import styles from './settings-page.module.css'
import { EraseScreen } from './sync/erase/erase-screen.tsx'
import { useErase } from './sync/erase/use-erase.ts'

export interface SettingsPageProps {
  /** Undefined once no user is signed in, as while this device is erased. */
  userId: number | undefined
  section: Section | undefined
  notifications: ReactNode
  mails: ReactNode
  devices: ReactNode
}

/** Shows the list of sections beside the open one; on a phone, the list or one section. */
export function SettingsPage({ userId, section, ...switches }: SettingsPageProps) {
  const { state, erase } = useErase()
  if (state.step !== 'none') return <EraseScreen state={state} onRetry={erase} />
  if (userId === undefined) return null
  return (
    <div className={styles.page} data-open={section !== undefined || undefined}>
      <div className={styles.side}>
        <h1 data-in-bar className={styles.title}>
          <Trans>Settings</Trans>
        </h1>
        <SectionNav section={section} />
      </div>
      <SectionPanel section={section} userId={userId} onErase={erase} {...switches} />
    </div>
  )
}
