import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useKnownProfile } from '#data/use-chat-profile.ts'
import { ProfileSection } from '#features/settings/profile/profile-section.tsx'
import { defaultProfile, putServerProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { openAppPage } from '#support/browser/app-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

test('the profile page says before the first sync that the profile is not loaded yet, instead of showing empty fields', async () => {
  onTestFinished(resetSession)
  const seen: unknown[] = []
  function Seen() {
    const profile = useKnownProfile()
    seen.push(profile)
    // The profile has links, which need a router around them.
    return profile ? <p>{profile.about}</p> : <ProfileSection userId={7} />
  }
  const { user, access, refresh } = makeAuthenticated(7)
  await interact(() => adopt({ generation: 1, session: { generation: 1, user, access, refresh } }, { mirror: false }))
  const page = await render(<Seen />)
  await vi.waitFor(() => expect(page.textContent).toContain('has not come to this device yet'))
  expect(page.querySelector('input, textarea')).toBeNull()
  expect(seen[0], 'until it is known, nothing is said').toBeUndefined()

  await putServerProfile(database(), 7, { ...defaultProfile, about: 'I keep bees' })
  await vi.waitFor(() => expect(page.textContent).toBe('I keep bees'))
})

test('the profile page offers volunteers to rate answers, which they can', async () => {
  onTestFinished(resetSession)
  const { user, access, refresh } = makeAuthenticated(8)
  adopt({ generation: 1, session: { generation: 1, user, access, refresh } }, { mirror: false })
  await putServerProfile(database(), 8, defaultProfile)
  const page = await openAppPage('/settings?section=profile-memory')
  const link = await vi.waitFor(() => page.querySelector('a[href="/information#validators"]') ?? expect.fail('no link'))
  expect(link.parentElement?.textContent).toBe(
    'Volunteers can sign up to rate answers, to compare scores with people’s judgement.Become a validator',
  )
})
