import * as v from 'valibot'
import type { ClientErrorInput } from '#contract/objects/client-error.ts'
import { boundedArray } from '#contract/primitives.ts'

const Text = v.optional(v.string(), '')

/** The Reporting API's form, `application/reports+json`: https://www.w3.org/TR/CSP3/#reporting */
const Reports = boundedArray(
  v.object({ type: Text, body: v.optional(v.object({ effectiveDirective: Text, blockedURL: Text }), {}) }),
  20,
)
/** The older form of `report-uri`, `application/csp-report`. */
const Report = v.object({
  'csp-report': v.object({ 'effective-directive': Text, 'violated-directive': Text, 'blocked-uri': Text }),
})

/**
 * The violations in a report as client errors, `script-src-elem.inline` for a code. Of the blocked address only its
 * kind is kept, because a browser extension's or a visited page's address is nobody's business. Throws on other bodies.
 */
export function readCspViolations(bytes: Uint8Array): ClientErrorInput[] {
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const found = Array.isArray(json)
    ? v
        .parse(Reports, json)
        .flatMap(({ type, body }) =>
          type === 'csp-violation' ? { directive: body.effectiveDirective, blocked: body.blockedURL } : [],
        )
    : [readOldReport(json)]
  return found.map(({ directive, blocked }) => ({
    source: 'csp',
    code: `${nameOf(directive)}.${kindOf(blocked)}`,
    build: 'unknown',
    route: '/',
  }))
}

function readOldReport(json: unknown): { directive: string; blocked: string } {
  const report = v.parse(Report, json)['csp-report']
  return { directive: report['effective-directive'] || report['violated-directive'], blocked: report['blocked-uri'] }
}

const nameOf = (directive: string): string => /^[a-z-]{1,30}/.exec(directive)?.[0] ?? 'unknown'

/** A keyword such as `inline`, or the scheme alone: browsers name other schemes than http without their address. */
const kindOf = (blocked: string): string => /^([a-z-]{1,20})(?::|$)/.exec(blocked)?.[1] ?? 'unknown'
