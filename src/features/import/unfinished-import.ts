import * as v from 'valibot'

/** The localStorage key of the mark: whose import has not come to its end. Nothing of its file is stored. */
const KEY = 'companion:import'

/** How many chats the import had to store, and how many of them it had stored. */
const Unfinished = v.object({ stored: v.number(), total: v.number() })
export type Unfinished = v.InferOutput<typeof Unfinished>
const Mark = v.object({ userId: v.number(), ...Unfinished.entries })

export function markImport(userId: number, { stored, total }: Unfinished): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, stored, total } satisfies v.InferInput<typeof Mark>))
  } catch {
    // Without storage the page cannot tell later that an import was interrupted.
  }
}

export function unmarkImport(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored either.
  }
}

/** Stores under a lock, which the browser releases with the tab: while it is held, the mark tells of no interruption. */
export async function storeUnderLock(work: () => Promise<void>): Promise<void> {
  const locks = browserLocks()
  await (locks ? locks.request(KEY, { mode: 'shared' }, work) : work())
}

/**
 * Where this user's last import on this device broke off; null: it came to its end, was stopped on purpose, or is being
 * stored in another tab.
 */
export async function readUnfinishedImport(userId: number): Promise<Unfinished | null> {
  const { held = [] } = (await browserLocks()?.query()) ?? {}
  return held.some(({ name }) => name === KEY) ? null : readMark(userId)
}

const browserLocks = (): LockManager | undefined => navigator.locks

function readMark(userId: number): Unfinished | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    // An older build stored the user's id only.
    if (stored === userId) return { stored: 0, total: 0 }
    const mark = v.safeParse(Mark, stored)
    return mark.success && mark.output.userId === userId ? mark.output : null
  } catch {
    return null
  }
}
