import type { SectionProps } from '../section-content.tsx'
import { ClearHistory } from './clear-history.tsx'
import { ExpirySetting } from './expiry-setting.tsx'

/** How long chats live, and where the person is signed in. */
export function SessionsSection({ account, devices }: SectionProps) {
  return (
    <>
      <ExpirySetting />
      <ClearHistory account={account} />
      {devices}
    </>
  )
}
