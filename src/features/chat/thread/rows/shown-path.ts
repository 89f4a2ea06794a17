import type { Message } from '#contract/objects/chat.ts'

/** Where a question stands among those that were asked in its place. */
export interface Branches {
  /** The one that the chat goes on from. */
  active: string
  /** Oldest first; the last is the active one. */
  members: readonly string[]
  /** Which of them is shown. */
  at: number
}

/** An earlier branch that is being looked at: `shown` instead of the active question. */
export interface View {
  active: string
  shown: string
}

export interface Shown {
  message: Message
  /** Of a question that was edited at some time. */
  branches: Branches | null
  /** Of an earlier branch: nothing can be done with it. */
  past: boolean
}

/**
 * The messages to show, by position: the active path (`hidden`: what is not on it), with an earlier branch in the place
 * of what took over from it while somebody looks at that.
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

/** The questions that were asked here one after the other, as far as they are known and not deleted. */
function chainTo(question: Message, byId: ReadonlyMap<string, Message>): string[] {
  const chain = [question.id]
  let before = question.replaces ? byId.get(question.replaces) : undefined
  while (before && !chain.includes(before.id)) {
    if (before.status !== 'deleted') chain.unshift(before.id)
    before = before.replaces ? byId.get(before.replaces) : undefined
  }
  return chain
}
