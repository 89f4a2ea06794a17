import { afterEach, expect, test, vi } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import type { GoogleButtonProps } from '#ui/google/google-button.tsx'

type Options = { nonce: string; client_id: string; callback: (answer: unknown) => void }

const media = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }

/** The page with a fresh copy of the loader; `arrive` is the network's response for Google's script. */
async function open(props: Partial<GoogleButtonProps> = {}) {
  vi.resetModules()
  vi.stubGlobal('matchMedia', () => media)
  const { GoogleButton } = await import('#ui/google/google-button.tsx')
  const calls: Options[] = []
  const renderButton = vi.fn((parent: HTMLElement, _look: object) => parent.append(document.createElement('iframe')))
  const api = { accounts: { id: { initialize: (options: Options) => calls.push(options), renderButton } } }
  const given = { onCredential: vi.fn(async () => {}), onError: vi.fn() }
  const page = await render(<GoogleButton clientId="ours" purpose="signin" {...given} {...props} />)
  const script = () => document.head.querySelector<HTMLScriptElement>('script[src*="google"]')
  const arrive = (how: 'load' | 'error') => {
    if (how === 'load') vi.stubGlobal('google', api)
    return interact(() => script()?.dispatchEvent(new Event(how)))
  }
  return { ...given, page, script, arrive, renderButton, last: () => calls.at(-1) as Options }
}

afterEach(() => {
  vi.unstubAllGlobals()
  for (const script of document.head.querySelectorAll('script')) script.remove()
})

test('Google’s own button is rendered with our client id and a random nonce, in the page’s language and theme', async () => {
  const { script, arrive, renderButton, last } = await open()
  expect(script()?.src).toBe('https://accounts.google.com/gsi/client')
  await arrive('load')
  await vi.waitFor(() => expect(renderButton).toHaveBeenCalledOnce())
  expect(last()).toMatchObject({ client_id: 'ours', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(renderButton.mock.calls[0]?.[1]).toMatchObject({ locale: 'en', theme: 'outline' })
})

test('a credential is sent with the nonce that it was requested with', async () => {
  const { arrive, last, onCredential, onError } = await open()
  await arrive('load')
  await vi.waitFor(() => expect(last()).toBeDefined())
  const { nonce, callback } = last()
  await interact(() => callback({ credential: 'signed' }))
  expect(onCredential).toHaveBeenCalledExactlyOnceWith({ credential: 'signed', nonce })
  expect(onError).not.toHaveBeenCalled()
})

test('a missing credential calls the error callback, and the next attempt has a new nonce', async () => {
  const { arrive, last, onCredential, onError } = await open()
  await arrive('load')
  await vi.waitFor(() => expect(last()).toBeDefined())
  const { nonce } = last()
  for (const answer of [{}, { credential: '' }, undefined]) {
    const { callback } = last()
    await interact(() => callback(answer))
    await vi.waitFor(() => expect(last().callback).not.toBe(callback))
  }
  expect(onError).toHaveBeenCalledTimes(3)
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: 'Google did not sign you in. Try again' })
  expect(onCredential).not.toHaveBeenCalled()
  expect(last().nonce).not.toBe(nonce)
})

test('a script that does not load is reported in a status message, and can be requested again', async () => {
  const { page, arrive, script, renderButton } = await open()
  await arrive('error')
  await vi.waitFor(() => expect(page.querySelector('[role="status"]')?.textContent).toContain('could not be loaded'))
  expect(script()).toBeNull()
  await interact(() => page.querySelector('button')?.click())
  await arrive('load')
  await vi.waitFor(() => expect(renderButton).toHaveBeenCalledOnce())
  expect(page.querySelector('[role="status"]')?.textContent).toBe('')
})
