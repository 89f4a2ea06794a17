import type { TrustedScriptURL } from 'trusted-types/lib'

type CreateScriptUrl = (url: string) => TrustedScriptURL | string

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): TrustedScriptURL }
}

/** Every address that the app ever runs as a script by itself, besides its own workers. */
export const scriptUrls = { worker: '/sw.js', google: 'https://accounts.google.com/gsi/client' } as const

/** The scripts of our own web workers: the build adds a hash to the name, Vite's own server keeps the source's. */
const ownWorkers = import.meta.env.DEV ? /^\/src\/[\w/.-]+\.worker\.ts\?/ : /^\/assets\/[\w.-]+\.worker-[\w-]{8}\.js$/

let create: CreateScriptUrl | undefined

/**
 * A script's address, trusted where the browser asks for that (`require-trusted-types-for 'script'`). The policy
 * `companion` of the Content-Security-Policy knows these addresses and workers only; a name can be taken once a page.
 */
export function trustedScriptUrl(script: keyof typeof scriptUrls): TrustedScriptURL | string {
  create ??= makePolicy()
  return create(scriptUrls[script])
}

/** The same for a worker of the app, whose address changes with its content. */
export function trustedWorkerUrl(url: string): TrustedScriptURL | string {
  create ??= makePolicy()
  return create(url)
}

function makePolicy(): CreateScriptUrl {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return (url) => url
  const known: readonly string[] = Object.values(scriptUrls)
  const policy = trustedTypes.createPolicy('companion', {
    createScriptURL(url) {
      if (!known.includes(url) && !ownWorkers.test(url)) throw new TypeError(`${url} is not a script of this app`)
      return url
    },
  })
  return (url) => policy.createScriptURL(url)
}
