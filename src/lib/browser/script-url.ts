import type { TrustedScriptURL } from 'trusted-types/lib'

type CreateScriptUrl = (url: string) => TrustedScriptURL | string

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): TrustedScriptURL }
}

/** All script URLs that the app loads at runtime, except its own web workers. */
export const scriptUrls = { worker: '/sw.js', google: 'https://accounts.google.com/gsi/client' } as const

/** The URLs of our web workers: the build adds a hash to the name, the development server keeps the source's name. */
const ownWorkers = import.meta.env.DEV ? /^\/src\/[\w/.-]+\.worker\.ts\?/ : /^\/assets\/[\w.-]+\.worker-[\w-]{8}\.js$/

let create: CreateScriptUrl | undefined

/**
 * A script URL, trusted where the browser requires it (`require-trusted-types-for 'script'`). The policy `companion` of
 * the Content-Security-Policy allows only these URLs and workers; a page may create a policy name only once.
 */
export function trustedScriptUrl(script: keyof typeof scriptUrls): TrustedScriptURL | string {
  create ??= makePolicy()
  return create(scriptUrls[script])
}

/** Like `trustedScriptUrl` for a web worker of the app, whose URL contains a hash. */
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
