import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { onConfirmationRequested, requestConfirmation } from '#session/request-confirmation.ts'

const error = new ApiError({ status: 403, code: 'confirmation_required', message: 'Who is it?', recognised: true })

afterEach(() => {
  vi.useRealTimers()
})

describe('a request for a confirmation', () => {
  it('waits for the dialog before the page has loaded it, and asks once for two calls', async () => {
    const both = [requestConfirmation(error), requestConfirmation(error)]
    const ask = vi.fn(async () => true)
    const unregister = onConfirmationRequested(ask)
    expect(await Promise.all(both)).toEqual([true, true])
    expect(ask).toHaveBeenCalledExactlyOnceWith(error)
    unregister()
  })

  it('is refused after ten seconds in which the dialog could not be loaded', async () => {
    vi.useFakeTimers()
    const refused = requestConfirmation(error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await refused).toBe(false)
  })
})
