import type { SectionProps } from '../section-content.tsx'
import { ClearHistory } from './clear-history.tsx'
import { ExpirySetting } from './expiry-setting.tsx'

/** How long chats live, and where the person is signed in. */
export function SessionsSection({ userId, devices }: SectionProps) {
  return (
    <>
      <ExpirySetting />
      <ClearHistory userId={userId} />
      {devices}
    </>
  )
}
