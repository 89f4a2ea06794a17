import * as v from 'valibot'
import type { ClientErrorInput } from '#contract/objects/client-error.ts'
import { boundedArray } from '#contract/primitives.ts'

const Text = v.optional(v.string(), '')

/** The format of the Reporting API, `application/reports+json`: https://www.w3.org/TR/CSP3/#reporting */
const Reports = boundedArray(
  v.object({ type: Text, body: v.optional(v.object({ effectiveDirective: Text, blockedURL: Text }), {}) }),
  20,
)
/** The older format of `report-uri`, `application/csp-report`. */
const Report = v.object({
  'csp-report': v.object({ 'effective-directive': Text, 'violated-directive': Text, 'blocked-uri': Text }),
})

/**
 * The violations in a report as client errors, with codes such as `script-src-elem.inline`. Only the kind of the
 * blocked URL is stored, because the URL may reveal a browser extension or a visited page. Throws on other bodies.
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

/** A keyword such as `inline`, or the scheme: browsers report URLs with other schemes than http as the scheme only. */
const kindOf = (blocked: string): string => /^([a-z-]{1,20})(?::|$)/.exec(blocked)?.[1] ?? 'unknown'
