import { isIP } from 'node:net'
import { isLoopback } from '../../lib/loopback.ts'

/**
 * Whether a URL may be a push service. Users choose it, so it must be https with a public host name (the resolved
 * address is checked when it is called). Outside production, http on this machine is allowed too.
 */
export function isPushEndpoint(endpoint: string, production: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (protocol === 'http:') return !production && isLoopback(hostname)
  const name = hostname.replace(/\.$/, '')
  return protocol === 'https:' && name.includes('.') && isIP(name) === 0 && !name.endsWith('.localhost')
}
