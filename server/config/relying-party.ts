/** The WebAuthn relying party: the identity under which this server uses passkeys. */
export interface RelyingParty {
  /** The host's name, to which passkeys belong. */
  id: string
  /** The only origin at which they are used. */
  origin: string
}

const isAddress = (host: string): boolean => /^(?:[\d.]+|\[.*\])$/.test(host)

/** Null where browsers offer no passkeys: at an IP address, and without TLS on any machine but this one. */
export function relyingPartyAt(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isAddress(hostname) || (protocol !== 'https:' && !isLocal)) return null
  return { id: hostname, origin }
}
