// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'

/** Starts the registration of the worker in a page that has just been loaded; returns its calls of `register`. */
async function loadPage() {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  vi.useFakeTimers()
  const register = vi.fn(async () =>
    Object.assign(new EventTarget(), { installing: null, waiting: null, active: null }),
  )
  const container = Object.assign(new EventTarget(), { controller: null, register })
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
  const [{ registerWorker }, { eraseAlone }] = await Promise.all([
    import('#features/pwa/register-worker.ts'),
    import('#session/sign-out/erase-lock.ts'),
  ])
  registerWorker()
  return { register, eraseAlone }
}

test('registers the worker when the page is loaded and idle', async () => {
  const { register } = await loadPage()
  expect(register).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(register).toHaveBeenCalledTimes(1)
})

test('does not register the worker when the user has erased the device meanwhile', async () => {
  const { register, eraseAlone } = await loadPage()
  await eraseAlone(async () => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(register).not.toHaveBeenCalled()
})
