import type { ImportedMessage } from '#contract/endpoints/import.ts'
import { invalidMessageOrChat } from '../../chats/chats.errors.ts'

interface StoredQuestion {
  id: string
  parent: string | null
  superseded_by: string | null
}

/**
 * Keeps the tree of a chat's questions, given in their order, while questions are added. The newest version of each
 * question is found by its parent without a search, because a chat may have very many.
 */
export function createQuestionTree(stored: Iterable<StoredQuestion>) {
  const supersededBy = new Map<string, string | null>()
  const newestOf = new Map<string | null, string>()
  const put = ({ id, parent, superseded_by }: StoredQuestion): void => {
    supersededBy.set(id, superseded_by)
    newestOf.set(parent, id)
  }
  for (const question of stored) put(question)
  return {
    /** Adds a question. Throws `invalid_message_or_chat` when its parent is no question of the chat. */
    add({ id, parent = null }: Pick<ImportedMessage, 'id' | 'parent'>) {
      if (parent !== null && !supersededBy.has(parent)) throw invalidMessageOrChat()
      const replaces = newestOf.get(parent) ?? null
      put({ id, parent, superseded_by: null })
      return { parent, replaces, superseded_by: null }
    },
    /** What superseded a question: null for nothing, undefined for no question of the chat. */
    supersededBy: (id: string): string | null | undefined => supersededBy.get(id),
  }
}
