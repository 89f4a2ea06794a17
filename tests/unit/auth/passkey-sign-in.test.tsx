import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { PasskeySignIn } from '#features/auth/passkey/passkey-sign-in.tsx'
import { interact, render } from '#support/browser/render.tsx'

const FOUR_MINUTES = 4 * 60_000

/** What the browser was asked for: in the list of the field, or in a dialog. */
type Ceremony = { kind: 'list' | 'dialog'; signal: AbortSignal; close: () => void }

/** Stands for the browser's passkeys: a ceremony lasts until it is aborted or the user closes its dialog. */
const ceremonies: Ceremony[] = []
const kinds = () => ceremonies.map(({ kind }) => kind)
const hasFocus = vi.fn(() => true)
/** Answers the requests for a challenge. */
const respond = vi.fn()

const challenge = () =>
  Response.json({ challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', timeout: 300_000, userVerification: 'required' })

function get({ mediation, signal }: CredentialRequestOptions): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal === undefined) return expect.fail('a ceremony that cannot be aborted')
  signal.addEventListener('abort', () => reject(signal.reason))
  const close = () => reject(new DOMException('The user has closed the dialog', 'NotAllowedError'))
  ceremonies.push({ kind: mediation === 'conditional' ? 'list' : 'dialog', signal, close })
  return promise
}

beforeEach(async () => {
  ceremonies.length = 0
  respond.mockReset().mockImplementation(async () => challenge())
  hasFocus.mockReset().mockReturnValue(true)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', respond)
  const withList = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal('PublicKeyCredential', withList)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
  const focus = vi.spyOn(document, 'hasFocus').mockImplementation(hasFocus)
  queryClient.setQueryData(configQuery.queryKey, { passkeys: true } as never)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
    focus.mockRestore()
    queryClient.clear()
  })
})

/** The login page's part for passkeys, which it offers in the list of the field. */
async function open() {
  const page = await render(
    <>
      <input autoComplete="username webauthn" />
      <PasskeySignIn gone={async () => undefined} />
    </>,
  )
  await vi.waitFor(() => expect(kinds()).toEqual(['list']))
  const button = page.querySelector('button') ?? expect.fail('no button')
  return { press: () => interact(() => button.click()) }
}

const pass = (milliseconds: number) => interact(() => vi.advanceTimersByTimeAsync(milliseconds))
const last = () => ceremonies.at(-1) ?? expect.fail('no ceremony')

describe('the offer of passkeys in the list of the email field', () => {
  it('is renewed before its challenge ends', async () => {
    await open()
    await pass(FOUR_MINUTES)
    await vi.waitFor(() => expect(kinds()).toEqual(['list', 'list']))
  })

  it('is not renewed while the dialog of the button is open, but after it', async () => {
    const { press } = await open()
    await press()
    await vi.waitFor(() => expect(kinds()).toEqual(['list', 'dialog']))
    const dialog = last()
    await pass(FOUR_MINUTES)
    expect(respond).toHaveBeenCalledTimes(2)
    expect(dialog.signal.aborted).toBe(false)
    await interact(dialog.close)
    await vi.waitFor(() => expect(kinds()).toEqual(['list', 'dialog', 'list']))
  })

  it('does not close the dialog of the button when its challenge arrives late', async () => {
    const { press } = await open()
    const late = Promise.withResolvers<Response>()
    respond.mockReturnValueOnce(late.promise)
    await pass(FOUR_MINUTES)
    await press()
    await vi.waitFor(() => expect(kinds()).toEqual(['list', 'dialog']))
    await interact(() => late.resolve(challenge()))
    await pass(0)
    expect(last()).toMatchObject({ kind: 'dialog', signal: { aborted: false } })
  })

  it('is not renewed while the browser asks for a passkey of the list, but when the page has the focus again', async () => {
    await open()
    hasFocus.mockReturnValue(false)
    await pass(2 * FOUR_MINUTES)
    expect(respond).toHaveBeenCalledTimes(1)
    expect(last().signal.aborted).toBe(false)
    hasFocus.mockReturnValue(true)
    await interact(() => window.dispatchEvent(new Event('focus')))
    await vi.waitFor(() => expect(kinds()).toEqual(['list', 'list']))
    expect(respond).toHaveBeenCalledTimes(2)
  })
})
