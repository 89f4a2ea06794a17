import { expect, test, vi } from 'vitest'
import { requestPalette } from '#data/request-palette.ts'
import { appStored } from '#lib/lazy/app-stored.ts'
import { interact, render } from '#support/browser/render.tsx'
import { LazyParts } from '../../../src/routes/-root/lazy-parts.tsx'

const install = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('#session/state/session-atom.ts', () => ({ useSession: () => ({ user: { id: 1 } }) }))
vi.mock('#features/pwa/update-prompt.tsx', () => ({ UpdatePrompt: () => null }))
vi.mock('#features/pwa/notifications/notifications.tsx', () => ({ Notifications: () => null }))
vi.mock('#features/account/mail/mail-language-prompt.tsx', () => ({ MailLanguagePrompt: () => null }))
vi.mock('#features/pwa/install/install-prompt.tsx', async () => {
  await install.promise
  return { InstallPrompt: () => <p>Install Companion</p> }
})
vi.mock('../../../src/routes/-root/user-search.tsx', () => ({ UserSearch: () => <input aria-label="Search" /> }))

test('a search that is open while other parts load stays visible', async () => {
  requestPalette('search')
  const page = await render(<LazyParts />)
  const field = await vi.waitFor(() => {
    const found = page.querySelector('input')
    expect(found).not.toBeNull()
    return found
  })
  await interact(() => appStored.set(true))
  expect(page.querySelector('input')).toBe(field)
  // React hides what stands beside a part that is being loaded.
  expect(field?.style.display).toBe('')
  await interact(() => install.resolve())
  await vi.waitFor(() => expect(page.textContent).toContain('Install Companion'))
})
