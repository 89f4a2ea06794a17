import type { Endpoint } from '#contract/endpoint.ts'
import type { Api } from './client.ts'
import { type ApiError, isApiError } from './errors.ts'

/**
 * Sends a call once more after the server has asked who uses the session (`confirmation_required`) and the user has
 * answered. `confirm` resolves to false when they have not: then the call fails with the server's error.
 */
export function withConfirmation(api: Api, confirm: (error: ApiError) => Promise<boolean>): Api {
  async function send<T>({ confirm: asks }: Endpoint, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      const needsConfirmation = asks !== undefined && isApiError(error) && error.code === 'confirmation_required'
      if (!needsConfirmation || !(await confirm(error))) throw error
      return attempt()
    }
  }
  return {
    call: (endpoint, input) => send(endpoint, () => api.call(endpoint, input)),
    request: (endpoint, input) => send(endpoint, () => api.request(endpoint, input)),
  }
}
