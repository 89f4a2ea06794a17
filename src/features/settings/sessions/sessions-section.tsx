import type { SectionProps } from '../sections.ts'
import { ClearHistory } from './clear-history.tsx'
import { ExpirySetting } from './expiry-setting.tsx'
import { OfferedExchanges } from './offered-exchanges.tsx'
import { SharedChats } from './shared-chats.tsx'

/**
 * Settings for the expiry of chats, and the lists of signed-in devices, of shared chats and of exchanges offered for
 * rating.
 */
export function SessionsSection({ userId, devices }: SectionProps) {
  return (
    <>
      <ExpirySetting />
      <ClearHistory userId={userId} />
      {devices}
      <SharedChats userId={userId} />
      <OfferedExchanges userId={userId} />
    </>
  )
}
