import { API_BASE } from '#contract/endpoint.ts'
import { reportCspViolation } from '#contract/endpoints/client-errors.ts'
import type { HeaderRecord } from '../response/record-response.ts'

/** Trusted Types policies that the app creates; without sign-in by Google the browser rejects any other name. */
const trustedTypes = ['companion']

/** For Google's button (https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid). */
const google = {
  script: 'https://accounts.google.com/gsi/client',
  style: 'https://accounts.google.com/gsi/style',
  calls: 'https://accounts.google.com/gsi/',
}

/** Where browsers report violations: `report-to` names the group; `report-uri`, for older browsers, the path. */
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
    // Previews of the newsletter, which run no script.
    `frame-src 'self'${more(google.calls)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // Google's script creates a policy too, under a name that Google does not guarantee.
    `trusted-types ${trustedTypes.join(' ')}${more('*')}`,
    ...(errorReports ? [`report-uri ${reportPath}`, `report-to ${reportGroup}`] : []),
  ].join('; ')
}

const permissions = ['microphone=(self)', 'camera=()', 'geolocation=()', 'payment=()', 'usb=()']

/** The policy of JSON, event streams and SVG pictures: opened as a page, they may load nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

export interface SecurityHeaders {
  /** For pages, worker scripts and everything else that is none of the other two. */
  full: HeaderRecord
  /** For JSON, event streams and SVG pictures: many are so small that the full headers would outweigh them. */
  data: HeaderRecord
  /** For built scripts, styles and fonts: browsers apply the other headers to pages and workers only. */
  asset: HeaderRecord
}

interface Options {
  /** An https URL enables Strict-Transport-Security. */
  publicUrl: string
  /** Whether users may sign in with Google: only then are its script, frame and popup allowed. */
  withGoogle: boolean
  /** Whether violations of the policy are reported to this server. */
  errorReports: boolean
}

export function securityHeaders(options: Options): SecurityHeaders {
  const { publicUrl, withGoogle, errorReports } = options
  const asset: HeaderRecord = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : undefined),
  }
  const full: HeaderRecord = {
    ...asset,
    'Content-Security-Policy': policy(options),
    ...(errorReports ? { 'Reporting-Endpoints': `${reportGroup}="${reportPath}"` } : undefined),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions.join(', '),
    // Google's popup must be able to reach the window that opened it.
    'Cross-Origin-Opener-Policy': withGoogle ? 'same-origin-allow-popups' : 'same-origin',
  }
  return { full, data: { ...asset, 'Content-Security-Policy': dataPolicy }, asset }
}
