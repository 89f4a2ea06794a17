import { isIP } from 'node:net'
import { isLoopback } from '../../lib/loopback.ts'

/**
 * Whether a push service may live there. A user names the address, so it is bounded: https on a name
 * of the public internet (what the name means is checked when it is called). Outside production, where
 * nobody but this machine reaches the server, also plain http on this machine.
 */
export function isPushEndpoint(endpoint: string, production: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (protocol === 'http:') return !production && isLoopback(hostname)
  const name = hostname.replace(/\.$/, '')
  return protocol === 'https:' && name.includes('.') && isIP(name) === 0 && !name.endsWith('.localhost')
}
