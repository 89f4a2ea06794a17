import { sql } from 'kysely'
import { checkWritable } from '../db/check-writable.ts'
import { isStorageFull } from '../db/errors/is-storage-full.ts'
import type { Dependencies } from '../dependencies.ts'
import { DISK_FULL, describeStorage } from '../storage/describe-storage.ts'

const textResponse = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })

export const healthy = (): Response => textResponse(200, 'ok')

interface Options extends Pick<Dependencies, 'db' | 'log' | 'processId' | 'config'> {
  /** Aborted when the process drains. */
  draining: AbortSignal
}

/** Milliseconds for which a successful write is cached, so that probes cost few writes. */
const WRITABLE_MS = 5_000

/** 200 while the database responds, has its tables and accepts writes; 503 otherwise, and while the process drains. */
export function createReadiness({ db, log, processId, config, draining }: Options): () => Promise<Response> {
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    if (performance.now() - writtenAt < WRITABLE_MS) return
    writing ??= checkWritable(db, processId).finally(() => {
      writing = undefined
    })
    await writing
    writtenAt = performance.now()
  }

  return async () => {
    if (draining.aborted) return textResponse(503, 'draining')
    try {
      await sql`select 1 from users limit 1`.execute(db)
      await write()
      return textResponse(200, 'ready')
    } catch (error) {
      if (isStorageFull(error)) {
        log.error({ err: error, ...(await describeStorage(config)) }, DISK_FULL)
        return textResponse(503, 'storage')
      }
      log.warn({ err: error }, 'the database does not answer')
      return textResponse(503, 'database')
    }
  }
}
