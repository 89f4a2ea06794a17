import type { Message } from '#contract/objects/chat.ts'
import type { Row } from './rows/build-rows.ts'

export interface AwaitedAnswers {
  /** The answers that have come to an end since the last look, each once. */
  look(rows: readonly Row[]): Message[]
  /** Another version of this answer is asked for. */
  onRegenerate(message: string): void
}

/**
 * Which answers somebody waits for in an open chat: those that were seen being written, and those to what was seen
 * waiting or asked again here, which may be whole before the page has seen them begin. What comes from elsewhere, or
 * was there before, nobody waits for.
 */
export function createAwaitedAnswers(): AwaitedAnswers {
  const unsent = new Set<string>()
  const writing = new Set<string>()
  /** How many versions there were when another was asked for. */
  const again = new Map<string, number>()
  let latest: readonly Row[] = []

  function lookAt(row: Row): Message[] {
    if (row.kind === 'question') {
      if (row.send.kind !== 'sent') unsent.add(row.key)
      return []
    }
    const { key, message, versions } = row
    const isNew = unsent.delete(key) || takeAgain(versions)
    for (const { id, status } of versions) if (status === 'streaming') writing.add(id)
    return versions.filter(({ id, status }) => {
      if (status === 'streaming') return false
      return writing.delete(id) || (isNew && id === message.id)
    })
  }

  function takeAgain(versions: readonly Message[]): boolean {
    const regenerated = versions.find(({ id }) => versions.length > (again.get(id) ?? Number.POSITIVE_INFINITY))
    return regenerated !== undefined && again.delete(regenerated.id)
  }

  return {
    look(rows) {
      latest = rows
      return rows.flatMap(lookAt)
    },
    onRegenerate(message) {
      const row = latest.find((one) => one.kind === 'answer' && one.versions.some(({ id }) => id === message))
      if (row?.kind === 'answer') again.set(message, row.versions.length)
    },
  }
}
