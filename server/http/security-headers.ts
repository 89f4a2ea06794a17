/** Trusted Types policies that the app creates; the browser refuses any other name. */
const trustedTypes = ['companion']

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "media-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedTypes.join(' ')}`,
].join('; ')

const permissions = ['microphone=(self)', 'camera=()', 'geolocation=()', 'payment=()', 'usb=()']

type Headers = readonly (readonly [string, string])[]

export interface SecurityHeaders {
  /** Sent with every answer but those below. */
  full: Headers
  /** Sent with built code, style and fonts: a browser heeds the others on pages and workers only. */
  asset: Headers
}

/** `publicUrl` decides whether encryption is insisted on. */
export function securityHeaders(publicUrl: string): SecurityHeaders {
  const asset: (readonly [string, string])[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]
  if (publicUrl.startsWith('https:')) asset.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  const full: Headers = [
    ...asset,
    ['Content-Security-Policy', policy],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', permissions.join(', ')],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ]
  return { full, asset }
}
