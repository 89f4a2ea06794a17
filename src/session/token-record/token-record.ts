import * as v from 'valibot'
import type { Grant, TokenSource } from '#api/token-source.ts'
import type { Tokens } from '#contract/objects/user.ts'
import { recordWipe } from '#offline/database/data-loss.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { withFreeSpace } from '#offline/database/write-as.ts'
import { nobody, type Session, type SessionState } from '../state/session-state.ts'
import { parseStoredUser } from '../state/stored-user.ts'
import { announce } from './session-channel.ts'

const KEY = 'current'
const Token = v.nullable(v.string())
const Row = v.object({
  generation: v.number(),
  user: v.unknown(),
  access: Token,
  refresh: Token,
  refused: v.optional(v.boolean(), false),
})

/** The stored record; null when it is missing or invalid. */
export async function readRecord(db: CompanionDatabase): Promise<SessionState | null> {
  const row = v.safeParse(Row, await db.session.get(KEY))
  if (!row.success) return null
  const { generation, access, refresh, refused } = row.output
  const user = parseStoredUser(row.output.user)
  if (user && access && refresh) return { generation, session: { generation, user, access, refresh } }
  return { generation, session: null, ...(refused ? { refused } : {}) }
}

type Change = (current: SessionState) => Omit<Session, 'generation'> | null | 'refused' | 'keep'

/**
 * Changes the record in one transaction under the next generation, and broadcasts it. `known` is the caller's state
 * (memory, mirror); the higher generation wins. Null and `refused` end the session. When the disk is full, it evicts
 * copies like `writeAs`.
 */
export async function changeRecord(
  db: CompanionDatabase,
  known: SessionState,
  change: Change,
  along?: () => Promise<void>,
): Promise<SessionState> {
  const write = (): Promise<SessionState> =>
    db.transaction('rw', along ? db.tables : [db.session], async () => {
      const stored = (await readRecord(db)) ?? nobody
      const current = stored.generation >= known.generation ? stored : known
      const next = change(current)
      if (next === 'keep') return current
      const generation = current.generation + 1
      const refused = next === 'refused' ? ({ refused: true } as const) : {}
      const session = next === 'refused' ? null : next
      await db.session.put({ ...toRow(generation, session), ...refused })
      await along?.()
      return { generation, session: session && { ...session, generation }, ...refused }
    })
  const userId = (known.session ?? (await readRecord(db))?.session)?.user.id
  const state = await (userId === undefined ? write() : withFreeSpace(db, userId, write))
  announce(state.generation)
  return state
}

/**
 * Returns the newer of the record and `known`; stores `known` if that is newer. `hadDatabase`: the database held the
 * record of the user in `known`; if it is missing now, the browser has deleted it, and the loss is recorded to be
 * shown once.
 */
export async function reconcileRecord(
  db: CompanionDatabase,
  known: SessionState,
  hadDatabase = false,
): Promise<SessionState> {
  return db.transaction('rw', [db.session, db.device], async () => {
    const stored = await readRecord(db)
    if (stored && stored.generation >= known.generation) return stored
    if (hadDatabase) await recordDataLoss(db, known.session)
    if (known.generation > 0) await db.session.put(toRow(known.generation, known.session))
    return known
  })
}

/** For a database that held that user's record: records a data loss if the record is missing. */
export async function recordDataLoss(db: CompanionDatabase, session: Pick<Session, 'user'> | null): Promise<void> {
  if (session && (await db.session.get(KEY)) === undefined) await recordWipe(db, session.user.id)
}

/** Stores the tokens of a refresh, unless the user has signed out or in again since: then they are dropped. */
export function replaceTokens(db: CompanionDatabase, known: SessionState, used: Grant, next: Tokens) {
  return changeRecord(db, known, ({ session }) =>
    session?.user.id === used.userId && session.refresh === used.refresh
      ? { user: session.user, access: next.access, refresh: next.refresh }
      : 'keep',
  )
}

function toGrant(state: SessionState | null, userId?: number): Grant | null {
  const session = state?.session
  if (!session || (userId !== undefined && session.user.id !== userId)) return null
  return { userId: session.user.id, access: session.access, refresh: session.refresh }
}

/** The tokens for a context without localStorage (the worker). `onRefused` ends the session there. */
export function createRecordTokens(db: CompanionDatabase, onRefused: (used: Grant) => Promise<void>): TokenSource {
  const read = async () => toGrant(await readRecord(db))
  return {
    read,
    reread: read,
    replace: async (used, next) => toGrant(await replaceTokens(db, nobody, used, next), used.userId),
    refused: onRefused,
  }
}

function toRow(generation: number, session: Omit<Session, 'generation'> | null) {
  const { user = null, access = null, refresh = null } = session ?? {}
  return { key: KEY, generation, user, access, refresh }
}
