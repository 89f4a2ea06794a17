/**
 * Whether a host name or address, as in a URL or alone, means this machine only: `localhost` and names below it
 * (RFC 6761, 6.3), 127.0.0.0/8 and ::1.
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}
