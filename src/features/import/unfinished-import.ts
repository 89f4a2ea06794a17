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

/** Where this user's last import on this device broke off; null: it came to its end, or was stopped on purpose. */
export function readUnfinishedImport(userId: number): Unfinished | null {
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
