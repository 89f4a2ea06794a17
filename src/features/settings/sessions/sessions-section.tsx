import type { SectionProps } from '../section-content.tsx'
import { ClearHistory } from './clear-history.tsx'
import { ExpirySetting } from './expiry-setting.tsx'

/** Settings for the expiry of chats, and the list of signed-in devices. */
export function SessionsSection({ userId, devices }: SectionProps) {
  return (
    <>
      <ExpirySetting />
      <ClearHistory userId={userId} />
      {devices}
    </>
  )
}
