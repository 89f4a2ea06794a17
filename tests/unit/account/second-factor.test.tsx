import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import {
  beginTotp,
  confirmSession,
  confirmTotp,
  getSecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from '#contract/endpoints/factors.ts'
import { addPasskey, beginPasskey, removePasskey } from '#contract/endpoints/passkeys.ts'
import type { SecondFactor } from '#contract/objects/second-factor.ts'
import { queryClient } from '#data/query-client.ts'
import { SecondFactorSection } from '#features/account/second-factor/second-factor-section.tsx'
import { ConfirmationDialog } from '#features/auth/confirmation/confirmation-dialog.tsx'
import { abovePages } from '#lib/browser/above-pages.ts'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { Frame } from '#support/browser/frame.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const { call, makePasskey } = vi.hoisted(() => ({ call: vi.fn(), makePasskey: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#data/passkeys.ts', () => ({ askForPasskey: vi.fn(), hasPasskeys: () => true, makePasskey }))
vi.mock('#features/account/second-factor/qr-code.tsx', () => ({ QrCode: () => null }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => {
  queryClient.clear()
  abovePages.set(null)
  resetSession()
  makePasskey.mockReset().mockResolvedValue({ id: 'made' })
})

const SINCE = '2026-11-28T12:00:00.000Z'
const PASSKEY = { id: 'p1', name: 'Phone', created_at: SINCE, last_used_at: null }
const APP_ADDED = 'Logging in asks for its code since'

function signInAs(userId: number) {
  const generation = currentState().generation + 1
  const session = { ...makeAuthenticated(userId), generation }
  return interact(() => adopt({ generation, session }, { mirror: false }))
}

/** A server that makes each change, and loses its response while `losing`; while `down`, it is not reached at all. */
async function openSection(userId: number, before: Partial<SecondFactor> = {}) {
  const server = { losing: true, down: false, downAfterLoss: false }
  const factor: SecondFactor = {
    totp_since: null,
    passkeys: [],
    recovery_codes_left: 10,
    is_required: false,
    ...before,
  }
  let credentials = factor.passkeys.map(({ id }) => ({ id: `credential of ${id}` }))
  const addKey = (passkey: typeof PASSKEY, credentialId: string) => {
    factor.passkeys = [...factor.passkeys, passkey]
    credentials = [...credentials, { id: credentialId }]
  }
  const refuse = (status: number, code: string) => new ApiError({ status, code, message: code, recognised: true })
  const change = (apply: () => unknown) => {
    const result = apply()
    if (!server.losing) return result
    server.losing = false
    server.down = server.downAfterLoss
    throw new NetworkError('No connection')
  }
  const handlers = new Map<unknown, (options: { body: { passkey: { id: string } } }) => unknown>([
    [getConfig, () => ({ passkeys: true })],
    [getSecondFactor, () => ({ ...factor })],
    [beginTotp, () => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Companion' })],
    [beginPasskey, () => ({ excludeCredentials: credentials })],
    [
      confirmSession,
      () => {
        factor.recovery_codes_left -= 1
      },
    ],
    [renewRecoveryCodes, () => ({ recovery_codes: ['renewed-code'] })],
    [
      confirmTotp,
      () => {
        if (factor.totp_since !== null) throw refuse(404, 'not_found')
        return change(() => {
          factor.totp_since = SINCE
          return { recovery_codes: ['first-code'] }
        })
      },
    ],
    [
      addPasskey,
      ({ body }) =>
        change(() => {
          addKey(PASSKEY, body.passkey.id)
          return { passkey: PASSKEY, recovery_codes: factor.passkeys.length === 1 ? ['first-code'] : [] }
        }),
    ],
    [
      removePasskey,
      () => {
        if (factor.passkeys.length === 0) throw refuse(404, 'not_found')
        return change(() => {
          factor.passkeys = []
        })
      },
    ],
    [
      removeTotp,
      () =>
        change(() => {
          factor.totp_since = null
        }),
    ],
  ])
  call.mockReset().mockImplementation(async (endpoint, options) => {
    if (server.down) throw new NetworkError('No connection')
    return handlers.get(endpoint)?.(options)
  })
  await signInAs(userId)
  const page = await render(
    <Frame>
      <SecondFactorSection userId={userId} />
    </Frame>,
  )
  const press = async (label: string) => {
    const find = () =>
      [...document.querySelectorAll('button')].findLast(
        ({ textContent, disabled }) => textContent.startsWith(label) && !disabled,
      )
    await vi.waitFor(() => expect(find(), label).toBeDefined())
    await interact(() => find()?.click())
  }
  const shows = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))
  const showsNo = (text: string) => vi.waitFor(() => expect(document.body.textContent).not.toContain(text))
  const enterCode = async () => {
    const field = () => document.querySelector<HTMLInputElement>('input[name="one_time_code"]')
    await vi.waitFor(() => expect(field()).not.toBeNull())
    await typeInto(field() ?? expect.fail('no field'), '123456')
    await press('Turn on')
  }
  const count = (endpoint: unknown) => call.mock.calls.filter(([called]) => called === endpoint).length
  return { server, page, press, shows, showsNo, enterCode, count, addKey }
}

describe('the section of the second step', () => {
  it('claims nothing about a password, which an account that opens by Google has not', async () => {
    const { page, press, shows } = await openSection(111, { totp_since: SINCE, passkeys: [PASSKEY] })
    await shows('10 of 10 left')
    expect(page.textContent).not.toContain('password')
    await press('Remove…')
    await shows('Remove the authenticator app?')
    expect(document.body.textContent).not.toContain('password')
  })
})

describe('the number of recovery codes', () => {
  it('is read again after one of them was spent on a confirmation', async () => {
    const { press, shows } = await openSection(112, { totp_since: SINCE })
    await shows('10 of 10 left')
    const onEnd = vi.fn()
    await render(<ConfirmationDialog methods={['code']} onEnd={onEnd} />)
    const field = () => document.querySelector<HTMLInputElement>('input[name="one_time_code"]')
    await vi.waitFor(() => expect(field()).not.toBeNull())
    await typeInto(field() ?? expect.fail('no field'), 'abcd-efgh-ijkl')
    await press('Confirm')
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(true))
    await shows('9 of 10 left')
  })
})

describe('an authenticator app whose confirmation got no response', () => {
  it('is shown as set up, with new recovery codes', async () => {
    const { press, enterCode, shows, count } = await openSection(101)
    await press('Set up…')
    await enterCode()
    await shows('renewed-code')
    await shows(APP_ADDED)
    expect(count(confirmTotp)).toBe(1)
  })

  it('gets its recovery codes at the next try when the connection is back by then', async () => {
    const { server, press, enterCode, shows, showsNo, count } = await openSection(102)
    server.downAfterLoss = true
    await press('Set up…')
    await enterCode()
    await shows('No connection')
    server.down = false
    await press('Turn on')
    await shows('renewed-code')
    await shows(APP_ADDED)
    await showsNo('Turn on')
    expect(count(confirmTotp)).toBe(1)
  })

  it('leaves the recovery codes of an account with a passkey as they are', async () => {
    const { press, enterCode, shows, showsNo, count } = await openSection(103, { passkeys: [PASSKEY] })
    await press('Set up…')
    await enterCode()
    await shows(APP_ADDED)
    await showsNo('Turn on')
    expect(count(renewRecoveryCodes)).toBe(0)
  })
})

describe('the recovery codes of a passkey that is stored after its page was left', () => {
  it('are shown on the next page until they are closed, to their user alone', async () => {
    const { server, press, shows, showsNo } = await openSection(109)
    server.losing = false
    const browserDialog = Promise.withResolvers<{ id: string }>()
    makePasskey.mockReturnValueOnce(browserDialog.promise)
    await press('Add a passkey…')
    await vi.waitFor(() => expect(makePasskey).toHaveBeenCalled())
    await press('Leave the page')
    await showsNo('Second step')
    browserDialog.resolve({ id: 'made' })
    await shows('first-code')
    await signInAs(110)
    await showsNo('first-code')
    await signInAs(109)
    await shows('first-code')
    await press('I have stored them')
    await showsNo('first-code')
  })
})

describe('a passkey whose addition got no response', () => {
  it('is listed, with new recovery codes', async () => {
    const { press, shows } = await openSection(104)
    await press('Add a passkey…')
    await shows('renewed-code')
    await shows('Passkey since')
  })

  it('is not made a second time at the next try, which shows its recovery codes', async () => {
    const { server, press, shows } = await openSection(105)
    server.downAfterLoss = true
    await press('Add a passkey…')
    await shows('No connection')
    server.down = false
    await press('Add a passkey…')
    await shows('renewed-code')
    await shows('Passkey since')
    expect(makePasskey).toHaveBeenCalledTimes(1)
  })

  it('is made anew if it never reached the server, and leaves the codes of a passkey added elsewhere', async () => {
    const { server, press, shows, count, addKey } = await openSection(108)
    server.losing = false
    makePasskey.mockImplementationOnce(async () => {
      server.down = true
      return { id: 'unsent' }
    })
    await press('Add a passkey…')
    await shows('No connection')
    server.down = false
    addKey({ ...PASSKEY, id: 'p2', name: 'Tablet' }, 'credential of the tablet')
    await press('Add a passkey…')
    await shows('Tablet')
    await shows('Phone')
    expect(makePasskey).toHaveBeenCalledTimes(2)
    expect(count(renewRecoveryCodes)).toBe(0)
  })
})

describe('removing a second factor', () => {
  it('succeeds at the next try when the server has removed the passkey but its response was lost', async () => {
    const { press, shows, showsNo, count } = await openSection(106, { passkeys: [PASSKEY] })
    await press('Remove…')
    await shows('Remove “Phone”?')
    await press('Remove')
    await shows('No connection')
    await showsNo('Passkey since')
    await press('Remove')
    await showsNo('Remove “Phone”?')
    expect(count(removePasskey)).toBe(2)
  })

  it('updates the section when the response of the removed app is lost', async () => {
    const { press, shows, showsNo } = await openSection(107, { totp_since: SINCE })
    await press('Remove…')
    await shows('Remove the authenticator app?')
    await press('Remove')
    await shows('No connection')
    await showsNo(APP_ADDED)
    await press('Cancel')
    await showsNo('Remove the authenticator app?')
  })
})
