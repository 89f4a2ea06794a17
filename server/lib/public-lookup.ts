import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Special-purpose addresses (RFC 6890): this machine, private networks, metadata services, multicast. */
const reserved = new BlockList()
const networks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
for (const [address, bits] of networks) reserved.addSubnet(address, bits, 'ipv4')
/** Reserved ranges within global unicast (2000::/3); `isPublicAddress` rejects all IPv6 addresses outside of it. */
reserved.addSubnet('2001::', 23, 'ipv6')
reserved.addSubnet('2001:db8::', 32, 'ipv6')
reserved.addSubnet('2002::', 16, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string, family: number): boolean {
  if (family === 4) return !reserved.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** Whether the host of a URL is a name or a public address, which is checked here because no lookup happens for it. */
export function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family === 0 || isPublicAddress(address, family)
}

/** A lookup that passes only public addresses on, and fails with ENOTPUBLIC for a name without one (against SSRF). */
export const onlyPublic =
  (find: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const all = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const open = all.filter(({ address, family }) => isPublicAddress(address, family))
      const [first] = open
      if (first === undefined)
        return callback(Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' }), [])
      if (options.all) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }

/**
 * `dns.lookup` for public addresses only. The connection goes to the checked address, so DNS rebinding has no effect.
 */
export const publicLookup: LookupFunction = onlyPublic(lookup as LookupFunction)
