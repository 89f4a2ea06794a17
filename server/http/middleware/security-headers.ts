import { API_BASE } from '#contract/endpoint.ts'
import { reportCspViolation } from '#contract/endpoints/client-errors.ts'

/** Trusted Types policies that the app creates; the browser refuses any other name. */
const trustedTypes = ['companion']

/** What Google's button needs (https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid). */
const google = {
  script: 'https://accounts.google.com/gsi/client',
  style: 'https://accounts.google.com/gsi/style',
  calls: 'https://accounts.google.com/gsi/',
}

/** Where browsers send violations: the name for `report-to`, the address for those that know `report-uri` only. */
const reportGroup = 'csp'
const reportPath = `${API_BASE}${reportCspViolation.path}`

function policy({ withGoogle, errorReports }: Options): string {
  const more = (source: string) => (withGoogle ? ` ${source}` : '')
  return [
    "default-src 'none'",
    `script-src 'self'${more(google.script)}`,
    `style-src 'self'${more(google.style)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${more(google.calls)}`,
    ...(withGoogle ? [`frame-src ${google.calls}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // Google's script makes a policy too, under a name that Google does not promise to keep.
    `trusted-types ${trustedTypes.join(' ')}${more('*')}`,
    ...(errorReports ? [`report-uri ${reportPath}`, `report-to ${reportGroup}`] : []),
  ].join('; ')
}

const permissions = ['microphone=(self)', 'camera=()', 'geolocation=()', 'payment=()', 'usb=()']

type Headers = readonly (readonly [string, string])[]

export interface SecurityHeaders {
  /** Sent with every answer but those below. */
  full: Headers
  /** Sent with built code, style and fonts: a browser heeds the others on pages and workers only. */
  asset: Headers
}

interface Options {
  /** Decides whether encryption is insisted on. */
  publicUrl: string
  /** Whether users may sign in with Google: its script, its frame and its window are let in only then. */
  withGoogle: boolean
  /** Whether violations of the policy are reported to this server. */
  errorReports: boolean
}

export function securityHeaders(options: Options): SecurityHeaders {
  const { publicUrl, withGoogle, errorReports } = options
  const asset: (readonly [string, string])[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]
  if (publicUrl.startsWith('https:')) asset.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  const full: Headers = [
    ...asset,
    ['Content-Security-Policy', policy(options)],
    ...(errorReports ? ([['Reporting-Endpoints', `${reportGroup}="${reportPath}"`]] as const) : []),
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', permissions.join(', ')],
    // Google's window answers to the one that opened it.
    ['Cross-Origin-Opener-Policy', withGoogle ? 'same-origin-allow-popups' : 'same-origin'],
  ]
  return { full, asset }
}
