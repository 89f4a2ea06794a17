import { isIPv6 } from 'node:net'

/**
 * The client's IP address: the socket's peer, or with `trustProxy` proxies the address that the outermost one recorded.
 * Each proxy appends an address, so they are counted from the right; the values further left come from the client and
 * are not trusted.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, trustProxy: number): string {
  const hops = (forwardedFor ?? '').split(',').flatMap((hop) => hop.trim() || [])
  const forwarded = trustProxy > 0 ? (hops.at(-trustProxy) ?? hops[0]) : undefined
  return withoutPort(forwarded ?? peer ?? 'unknown')
    .replace(/^::ffff:/i, '')
    .slice(0, 64)
}

/** Some proxies add the port, which differs for each connection; an IPv6 address with a port is in brackets. */
function withoutPort(address: string): string {
  return /^(?:\[(.*)\]|([^:]*))(?::\d+)?$/.exec(address)?.slice(1).find(Boolean) ?? address
}

/** The key for rate limits: IPv6 addresses of a household share a /64, so they count as one. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
