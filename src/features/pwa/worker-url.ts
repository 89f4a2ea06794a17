import type { TrustedScriptURL } from 'trusted-types/lib'

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): TrustedScriptURL
  }
}

const WORKER_URL = '/sw.js'

/**
 * The worker's address, trusted where the browser asks for that (`require-trusted-types-for 'script'`).
 * The policy `companion` of the Content-Security-Policy knows this one address; call it once a page.
 */
export function workerUrl(): string | TrustedScriptURL {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return WORKER_URL
  const policy = trustedTypes.createPolicy('companion', {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError(`${url} is not a script of this app`)
      return url
    },
  })
  return policy.createScriptURL(WORKER_URL)
}
