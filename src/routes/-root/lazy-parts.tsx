import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/objects/user.ts'
import { requestedView } from '#data/request-palette.ts'
import { UpdatePrompt } from '#features/pwa/update-prompt.tsx'
import { abovePages } from '#lib/browser/above-pages.ts'
import { appStored } from '#lib/lazy/app-stored.ts'
import { useSession } from '#session/state/session-atom.ts'
import { PromptBar } from '#ui/feedback/prompt-bar.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'
import { ConfirmationLayer } from './confirmation-layer.tsx'

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

const AccountPrompts = lazy<ComponentType<{ user: User }>>(() =>
  import('#features/account/account-prompts.tsx').then(
    ({ AccountPrompts }) => ({ default: AccountPrompts }),
    () => ({ default: () => null }),
  ),
)

/** Also loads the database code. */
const Search = lazy(() =>
  import('./user-search.tsx').then(
    ({ UserSearch }) => ({ default: UserSearch }),
    () => ({ default: () => null }),
  ),
)

/**
 * The components that no first paint needs, loaded after it. Those for a signed-in user wait until the app is stored,
 * the search until then or until it is requested.
 */
export function LazyParts() {
  const user = useSession()?.user
  const isStored = useSyncExternalStore(appStored.subscribe, appStored.get)
  const isRequested = useSyncExternalStore(requestedView.subscribe, requestedView.get) !== undefined
  const above = useSyncExternalStore(abovePages.subscribe, abovePages.get)
  // Once mounted it stays: the request ends when it is taken.
  const [hasSearch, setSearch] = useState(false)
  if ((isStored || isRequested) && !hasSearch) setSearch(true)
  return (
    <>
      <Toaster />
      <PromptBar />
      <ConfirmationLayer />
      {above}
      <UpdatePrompt />
      {user !== undefined && (
        <Suspense>
          {isStored && (
            <>
              <InstallPrompt userId={user.id} />
              <Notifications userId={user.id} />
              <AccountPrompts key={user.id} user={user} />
            </>
          )}
        </Suspense>
      )}
      {/* Its own Suspense: one around all parts would hide this too, and take its focus, while another loads. */}
      {user !== undefined && hasSearch && (
        <Suspense>
          <Search />
        </Suspense>
      )}
    </>
  )
}
