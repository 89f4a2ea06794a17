import type { Message } from '#contract/objects/chat.ts'

/** The branches at a question: the question and its edited successors. */
export interface Branches {
  /** The question of the active branch. */
  active: string
  /** Oldest first; the last is the active one. */
  members: readonly string[]
  at: number
}

/** An earlier branch that is open: `shown` replaces the active question. */
export interface View {
  active: string
  shown: string
}

export interface Shown {
  message: Message
  /** Set when the question was edited. */
  branches: Branches | null
  /** True for a message of an earlier branch, which is read-only. */
  past: boolean
}

/**
 * Returns the visible messages by position: the active path (`hidden` contains the others), or an open earlier branch
 * in the place of its successor.
 */
export function showPath(messages: readonly Message[], hidden: ReadonlySet<string>, view: View | null): Shown[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: Shown[] = []
  for (const message of messages) {
    if (hidden.has(message.id)) continue
    const members = message.replaces ? chainTo(message, byId) : []
    const branches = members.length > 1 ? { active: message.id, members, at: members.length - 1 } : null
    if (branches !== null && view?.active === message.id && members.includes(view.shown)) {
      const successor = messages.find(({ replaces }) => replaces === view.shown)?.id
      for (const old of messages) {
        if (old.superseded_by !== successor || old.status === 'deleted') continue
        const own = old.id === view.shown ? { ...branches, at: members.indexOf(view.shown) } : null
        path.push({ message: old, branches: own, past: true })
      }
      return path
    }
    path.push({ message, branches, past: false })
  }
  return path
}

/** Returns the question with all its edited successors, as far as they are stored and not deleted. */
function chainTo(question: Message, byId: ReadonlyMap<string, Message>): string[] {
  const chain = [question.id]
  let before = question.replaces ? byId.get(question.replaces) : undefined
  while (before && !chain.includes(before.id)) {
    if (before.status !== 'deleted') chain.unshift(before.id)
    before = before.replaces ? byId.get(before.replaces) : undefined
  }
  return chain
}
