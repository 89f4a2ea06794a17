import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it, test } from 'vitest'
import { logEvents } from '#server/logging/log-events.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const Dashboard = v.object({
  panels: v.array(v.object({ title: v.string(), targets: v.array(v.object({ expr: v.string() })) })),
})

/** What stands in an expression and is not a metric. */
const keywords = new Set(['by', 'on', 'and', 'or', 'unless', 'le'])
/** Prometheus makes this one itself. */
const ofPrometheus = 'up'

/** The names of metrics in an expression of PromQL. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|on|without|ignoring) \([^)]*\)/g, '')
  const names = [...bare.matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)].map(([name]) => name)
  return names.filter((name) => !keywords.has(name) && name !== ofPrometheus)
}

const inDashboard = v
  .parse(Dashboard, JSON.parse(read('deploy/monitoring/dashboard.json')))
  .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const inAlerts = [...read('deploy/monitoring/alerts.yaml').matchAll(/^ {8}expr: (.+)$/gm)].map(([, expr = '']) => expr)
const inDocument = [...read('docs/operations.md').matchAll(/`((?:companion|http)_\w+)`/g)].map(([, name = '']) => name)

test('the dashboard and the alert rules have expressions', () => {
  expect(inDashboard.length).toBeGreaterThan(15)
  expect(inAlerts.length).toBe(read('deploy/monitoring/alerts.yaml').split('- alert:').length - 1)
  expect(
    [...inDashboard, ...inAlerts].every((expression) => expression.includes('up{') || metricsIn(expression).length > 0),
  ).toBe(true)
})

test('the alert rules name only log events that exist', () => {
  const named = [...read('deploy/monitoring/alerts.yaml').matchAll(/\b([a-z]+\.[a-z_]+)\b(?= and|[,.]|$)/gm)]
  const known = new Set(Object.values(logEvents))
  expect(named.map(([, name]) => name).filter((name) => !known.has(name ?? ''))).toEqual([])
  expect(named.length).toBeGreaterThan(4)
})

test('the alert about old backups depends on their schedule, and also tells of one that never succeeded', () => {
  const [expression = ''] = inAlerts.filter((each) => each.includes('newest_backup'))
  expect(expression).toContain('max(companion_backup_interval_seconds) > 0')
  expect(expression).not.toMatch(/newest_backup_timestamp_seconds\) > 0/)
})

test('an alert tells of a backup that waits for its upload, which the age of the newest backup does not show', () => {
  expect(inAlerts).toContain('max(companion_backup_waits_for_upload) > 0')
})

test('the alert about mails leaves the newsletter, whose single refusals are not logged, to an alert about their share', () => {
  const [mails = '', newsletter = '', ...others] = inAlerts.filter((each) =>
    each.includes('companion_mail_attempts_total'),
  )
  expect(mails).toContain('{result="failed",kind!="newsletter"}')
  expect(newsletter).toMatch(/\{result="failed",kind="newsletter"\}\[30m\]\)\) \/ sum\(/)
  expect(others).toEqual([])
})

describeServerOnEachEngine(
  'the metrics of a server',
  (server) => {
    it('have every name of the dashboard, the alert rules and the document', async () => {
      const { text } = await server().send('/metrics')
      const exported = new Set<string>()
      for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
        exported.add(name)
        if (type === 'histogram') for (const part of ['bucket', 'count', 'sum']) exported.add(`${name}_${part}`)
      }
      const names = [...inDashboard, ...inAlerts].flatMap(metricsIn).concat(inDocument)
      expect([...new Set(names)].filter((name) => !exported.has(name))).toEqual([])
      expect(names).toContain('http_request_duration_seconds_count')
    })

    it('all stand in the document when Companion makes them', async () => {
      const { text } = await server().send('/metrics')
      const own = [...text.matchAll(/^# TYPE ((?:companion|http)_\w+) /gm)].map(([, name]) => name)
      expect(own.filter((name) => name !== undefined && !inDocument.includes(name))).toEqual([])
    })
  },
  { env: { SCORING: 'on' } },
)
