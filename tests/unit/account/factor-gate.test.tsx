import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { beginTotp, confirmTotp, getSecondFactor } from '#contract/endpoints/factors.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { Frame } from '#support/browser/frame.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { FactorGate } from '../../../src/routes/_site/admin-panel/-factor-gate.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#features/account/second-factor/qr-code.tsx', () => ({ QrCode: () => null }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
afterEach(resetSession)

test('the recovery codes of an admin who sets up the required second step stay until they are closed', async () => {
  let totp_since: string | null = null
  call.mockImplementation(async (endpoint) => {
    if (endpoint === getSecondFactor) return { totp_since, passkeys: [], recovery_codes_left: 2, is_required: true }
    if (endpoint === beginTotp) return { secret: 'ABCDEFGH', uri: 'otpauth://totp/Companion' }
    if (endpoint !== confirmTotp) return {}
    totp_since = '2026-11-28T12:00:00.000Z'
    return { recovery_codes: ['first-code', 'other-code'] }
  })
  const { user, ...tokens } = makeAuthenticated(7)
  const session = { ...tokens, user: { ...user, is_admin: true }, generation: 1 }
  await interact(() => adopt({ generation: 1, session }, { mirror: false }))
  const page = await render(
    <Frame>
      <FactorGate>The panel</FactorGate>
    </Frame>,
  )
  const press = async (label: string) => {
    const find = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(label))
    await vi.waitFor(() => expect(find(), label).toBeDefined())
    await interact(() => find()?.click())
  }
  await vi.waitFor(() => expect(page.textContent).toContain('First a second step'))
  await press('Set up…')
  const field = () => document.querySelector<HTMLInputElement>('input[name="one_time_code"]')
  await vi.waitFor(() => expect(field()).not.toBeNull())
  await typeInto(field() ?? expect.fail('no field'), '123456')
  await press('Turn on')
  await vi.waitFor(() => expect(page.textContent).toContain('The panel'))
  await vi.waitFor(() => expect(document.body.textContent).toContain('first-code'))
  await press('I have stored them')
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('first-code'))
  expect(page.querySelector('main')?.textContent).toBe('The panel')
})
