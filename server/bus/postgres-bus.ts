import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'
import { connectWithRetries } from './reconnecting-client.ts'

const CHANNEL = 'companion_bus'
/** The most notices in one statement, which limits its size: all are sent in one message. */
const AT_ONCE = 1000
/** Sent instead of a topic when notifications were missed: every listener reads its state again. */
const EVERYTHING = '*'

/**
 * The bus of processes that share one PostgreSQL database, by LISTEN/NOTIFY. Resolves when it listens; throws when the
 * database cannot be reached. It needs a direct connection, not a pooler in transaction mode, and warns where there is
 * a pooler. After a reconnect every listener is called once with '', in this process and in those that may have missed
 * its notifications.
 */
export async function createPostgresBus(connectionString: string, log: Logger): Promise<Bus> {
  const listeners = createListeners()
  const self = randomUUID()
  let missed = false
  /**
   * What the next statement sends. A notice carries no state, so one that is the same as a waiting one adds nothing.
   */
  let waiting = new Set<string>()
  let last = Promise.resolve()
  let next: Promise<void> | null = null

  const connection = await connectWithRetries({
    connectionString,
    log,
    async prepare(client) {
      client.on('notification', ({ payload = '' }) => {
        const [from, topic = '', ...rest] = payload.split('\n')
        // Listeners of this process were already called when it published the notification.
        if (from === self) return
        if (topic === EVERYTHING) listeners.notifyAll()
        else listeners.notify(topic, rest.join('\n'))
      })
      await client.query(`listen ${CHANNEL}`)
      if (await isPooled(client)) {
        log.warn('a pooler is before the connection for notices: in transaction mode they get lost')
      }
    },
    onReconnect() {
      listeners.notifyAll()
      if (missed) {
        missed = false
        void sendNotify(EVERYTHING, '')
      }
    },
  })

  /** Batches the notices that arrive while a statement runs, so that each does not need its own round trip. */
  function sendNotify(topic: string, payload: string): Promise<void> {
    waiting.add(`${self}\n${topic}\n${payload}`)
    next ??= last = last.then(sendWaiting)
    return next
  }

  async function sendWaiting(): Promise<void> {
    const notices = [...waiting]
    waiting = new Set()
    next = null
    for (let from = 0; from < notices.length; from += AT_ONCE) {
      const values = [CHANNEL, notices.slice(from, from + AT_ONCE)]
      const sent = await connection.query('select pg_notify($1, notice) from unnest($2::text[]) as notice', values)
      if (!sent) missed = true
    }
  }

  return {
    async publish(topic, payload) {
      listeners.notify(topic, payload)
      await sendNotify(topic, payload)
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    isHeard: (topic) => listeners.has(topic),
    async close() {
      listeners.clear()
      await connection.close()
    },
  }
}

/** A pooler invents the process id that a client gets on connecting, so it differs from the server process's id. */
async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in client && client.processID !== rows[0]?.pid
}
