import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'
import { connectWithRetries } from './reconnecting-client.ts'

const CHANNEL = 'companion_bus'
/** Sent instead of a topic when notifications were missed: every listener reads its state again. */
const EVERYTHING = '*'

/**
 * The bus of processes that share one PostgreSQL database, by LISTEN/NOTIFY. Resolves when it listens; throws when the
 * database cannot be reached. It needs a direct connection, not a pooler in transaction mode. After a reconnect every
 * listener is called once with '', in this process and in those that may have missed its notifications.
 */
export async function createPostgresBus(connectionString: string, log: Logger): Promise<Bus> {
  const listeners = createListeners()
  const self = randomUUID()
  let missed = false

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
    },
    onReconnect() {
      listeners.notifyAll()
      if (missed) {
        missed = false
        void sendNotify(EVERYTHING, '')
      }
    },
  })

  async function sendNotify(topic: string, payload: string): Promise<void> {
    const sent = await connection.query('select pg_notify($1, $2)', [CHANNEL, `${self}\n${topic}\n${payload}`])
    if (!sent) missed = true
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
