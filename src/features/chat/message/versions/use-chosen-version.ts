import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import { openedMessageAtom } from '../../thread/window/opened-message.ts'

/**
 * Returns the shown version of an answer: the newest, unless the user pages or a search result leads to another. A new
 * version is shown when it arrives.
 */
export function useChosenVersion(versions: readonly Message[]) {
  const newest = versions.length - 1
  const newestId = versions[newest]?.id
  const [chosen, setChosen] = useState<{ newestId: string | undefined; at: number } | null>(null)
  const at = chosen?.newestId === newestId ? Math.min(chosen?.at ?? newest, newest) : newest
  const opened = useAtomValue(openedMessageAtom)
  const openedAt = opened === null ? -1 : versions.findIndex(({ id }) => id === opened.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each search result that leads here
  useEffect(() => {
    if (openedAt >= 0) setChosen({ newestId, at: openedAt })
  }, [opened])
  return { at, choose: (next: number) => setChosen({ newestId, at: next }) }
}
