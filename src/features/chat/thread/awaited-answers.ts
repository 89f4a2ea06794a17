import type { Message } from '#contract/objects/chat.ts'
import type { Row } from './rows/build-rows.ts'

export interface AwaitedAnswers {
  /** Returns the awaited answers that have ended since the last call, each once. */
  look(rows: readonly Row[]): Message[]
  /** Records that another version of this answer was requested. */
  onRegenerate(messageId: string): void
}

/**
 * Tracks the answers which the user waits for in an open chat: those that were seen streaming, and those to questions
 * sent or regenerated here, which may be complete before the page has seen them. Answers from other devices and old
 * answers are not awaited.
 */
export function createAwaitedAnswers(): AwaitedAnswers {
  const unsent = new Set<string>()
  const writing = new Set<string>()
  /** The number of versions when another was requested. */
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
