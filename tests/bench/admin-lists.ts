import { setTimeout as delay } from 'node:timers/promises'
import { API_BASE } from '#contract/endpoint.ts'
import { exportUsers, listUsers } from '#contract/endpoints/admin.ts'
import { exportSubscriptions, listAllSubscriptions } from '#contract/endpoints/admin-billing.ts'
import { openDatabase } from '#server/db/database.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { onEachEngine } from './support/engines.ts'
import { residentBytes } from './support/resident-bytes.ts'
import { seedUsers, USERS } from './support/seed-users.ts'
import { signInAdmin } from './support/sign-in-admin.ts'
import { median, megabytes, ms, quantile, type Row, ratio } from './support/table.ts'

export const title = "An admin's lists with 100,000 people and as many subscriptions"

const ROUNDS = 20
const LAST_PAGE = Math.floor(USERS / 24)

const ofUsers = [
  ['by badge', '?flag=is_vip'],
  ['by a name of one', '?search=person77777'],
  ['by a name of ten thousand', '?search=nombre7'],
  ['by a domain of everybody', '?search=example'],
  ['sorted by name', '?ordering=name'],
  ['sorted by plan', '?ordering=plan'],
  ['sorted by state', '?ordering=state'],
  ['sorted by last seen', '?ordering=-last_seen_at'],
  ['whose payment failed', '?state=payment_failed'],
  ['on trial, by name', '?state=trial&ordering=name'],
  ['without a subscription', '?state=none'],
  ['of one plan', '?plan=2'],
  ['the last page', `?page=${LAST_PAGE}`],
] as const

const ofSubscriptions = [
  ['the newest', ''],
  ['by a name of one', '?search=person77777'],
  ['by a name of ten thousand', '?search=nombre7'],
  ['by a domain of everybody', '?search=example'],
  ['sorted by name', '?ordering=name'],
  ['sorted by name, the last page', `?ordering=name&page=${LAST_PAGE}`],
  ['sorted by plan', '?ordering=plan'],
  ['sorted by state', '?ordering=state'],
  ['sorted by next date', '?ordering=next_at'],
  ['whose payment failed', '?state=payment_failed'],
  ['active', '?state=active'],
  ['cancelled', '?state=cancelled'],
  ['on trial, by name', '?state=trial&ordering=name'],
  ['of one plan', '?plan=2'],
  ['the last page', `?page=${LAST_PAGE}`],
] as const

/**
 * Each list beside the newest people, which are read by the primary key: the ratio says what its filter or order costs.
 */
export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  await onEachEngine({}, async (server, engine, databaseUrl) => {
    const open = await openDatabase({ databaseUrl, dataDir: server.folder })
    const token = await signInAdmin(server, open.db)
    await seedUsers(open.db, databaseUrl !== null)
    await open.close()
    // SQLite has blocked this process, so it has not yet noticed that its idle connection was closed.
    await delay(100)
    const plain = median(await ask(server, token, listUsers.path))
    rows.push([`${engine}: people, the newest: median`, ms(plain)])
    for (const [list, path, queries] of [
      ['people', listUsers.path, ofUsers],
      ['subscriptions', listAllSubscriptions.path, ofSubscriptions],
    ] as const) {
      for (const [what, query] of queries) {
        const each = await ask(server, token, path + query)
        const value = `${ratio(median(each), plain)}, ${ms(quantile(each, 0.95))}`
        rows.push([`  ${list}, ${what}: ratio to it, 95th percentile`, value])
      }
    }
    for (const { path } of [exportUsers, exportSubscriptions]) rows.push(...(await download(server, token, path)))
  })
  return rows
}

async function ask(server: LiveServer, token: string, path: string): Promise<number[]> {
  const times: number[] = []
  for (let round = -3; round < ROUNDS; round += 1) {
    const begun = performance.now()
    const reply = await fetch(server.url + API_BASE + path, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.text()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times
}

/** Reads a whole CSV and the memory of the server meanwhile. */
async function download(server: LiveServer, token: string, path: string): Promise<Row[]> {
  const idle = await residentBytes(server)
  let [most, bytes, first] = [idle, 0, 0]
  const begun = performance.now()
  const reply = await fetch(server.url + API_BASE + path, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok || reply.body === null) throw new Error(`${path} answered ${reply.status}`)
  let asked = 0
  for await (const chunk of reply.body) {
    if (first === 0) first = performance.now() - begun
    bytes += chunk.length
    if (bytes - asked < 1_000_000) continue
    asked = bytes
    most = Math.max(most, await residentBytes(server))
  }
  return [
    [`  GET ${path}: first byte, all of ${megabytes(bytes)}`, `${ms(first)}, ${ms(performance.now() - begun)}`],
    ['  memory of the server meanwhile, more than before', megabytes(most - idle)],
  ]
}
