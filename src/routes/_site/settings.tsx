import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeviceList } from '#features/account/devices/device-list.tsx'
import { MailLanguageChoice } from '#features/account/mail/mail-language-choice.tsx'
import { NewsletterSwitch } from '#features/account/mail/newsletter-switch.tsx'
import { NotificationSwitch } from '#features/pwa/notifications/notification-switch.tsx'
import { SettingsSearch } from '#features/settings/sections.ts'
import { SettingsPage } from '#features/settings/settings-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/settings')({
  validateSearch: SettingsSearch,
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Settings`, parent: '/settings' },
  component: SettingsRoute,
})

function SettingsRoute() {
  const { section } = Route.useSearch()
  const userId = useSession()?.user.id
  return (
    <SettingsPage
      userId={userId}
      section={section}
      notifications={<NotificationSwitch />}
      mails={
        <>
          <MailLanguageChoice />
          <NewsletterSwitch />
        </>
      }
      devices={userId === undefined ? null : <DeviceList userId={userId} heading="h3" />}
    />
  )
}
