import { type ComponentType, lazy, Suspense } from 'react'
import type { User } from '#contract/objects/user.ts'
import { UpdatePrompt } from '#features/pwa/update-prompt.tsx'
import { useSession } from '#session/state/session-atom.ts'
import { PromptBar } from '#ui/feedback/prompt-bar.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

/** Loads the database code, which visitors do not need. */
const InstallPrompt = lazy<ComponentType<{ userId: number }>>(() =>
  import('#features/pwa/install/install-prompt.tsx').then(
    ({ InstallPrompt }) => ({ default: InstallPrompt }),
    () => ({ default: () => null }),
  ),
)

const Notifications = lazy<ComponentType<{ userId: number }>>(() =>
  import('#features/pwa/notifications/notifications.tsx').then(
    ({ Notifications }) => ({ default: Notifications }),
    () => ({ default: () => null }),
  ),
)

const MailLanguagePrompt = lazy<ComponentType<{ user: User }>>(() =>
  import('#features/account/mail/mail-language-prompt.tsx').then(
    ({ MailLanguagePrompt }) => ({ default: MailLanguagePrompt }),
    () => ({ default: () => null }),
  ),
)

/** Also loads the database code. */
const Search = lazy(() =>
  import('./search-layer.tsx').then(
    ({ UserSearch }) => ({ default: UserSearch }),
    () => ({ default: () => null }),
  ),
)

/** The components that no first paint needs, loaded after it. */
export function LazyParts() {
  const user = useSession()?.user
  return (
    <>
      <Toaster />
      <PromptBar />
      <UpdatePrompt />
      {user !== undefined && (
        <Suspense>
          <InstallPrompt userId={user.id} />
          <Notifications userId={user.id} />
          <MailLanguagePrompt key={user.id} user={user} />
          <Search />
        </Suspense>
      )}
    </>
  )
}
