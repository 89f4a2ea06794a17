import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { AnswerRow } from '../../thread/rows/build-rows.ts'
import { openedMessageAtom } from '../../thread/window/opened-message.ts'
import { useChatActions } from '../actions/chat-actions.ts'

/**
 * Returns the place of the current version of an answer. Paging, or a search result that leads to another, changes it.
 */
export function useSelectedVersion({ versions, message }: AnswerRow) {
  const { showVersion } = useChatActions()
  const at = versions.indexOf(message)
  const select = (next: number) => {
    const version = versions[next]
    if (version) showVersion(versions, version.id)
  }
  const opened = useAtomValue(openedMessageAtom)
  const openedAt = opened === null ? -1 : versions.findIndex(({ id }) => id === opened.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each search result that leads here
  useEffect(() => {
    if (openedAt >= 0 && openedAt !== at) select(openedAt)
  }, [opened])
  return { at, select }
}
