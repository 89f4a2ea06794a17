import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import { openedMessageAtom } from '../../thread/window/opened-message.ts'

/**
 * Which version of an answer is shown: the newest, until a person pages or is led to another by a search; a newer one
 * that comes is shown again.
 */
export function useChosenVersion(versions: readonly Message[]) {
  const newest = versions.length - 1
  const newestId = versions[newest]?.id
  const [chosen, setChosen] = useState<{ newestId: string | undefined; at: number } | null>(null)
  const at = chosen?.newestId === newestId ? Math.min(chosen?.at ?? newest, newest) : newest
  const opened = useAtomValue(openedMessageAtom)
  const openedAt = opened === null ? -1 : versions.findIndex(({ id }) => id === opened.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that somebody is led there
  useEffect(() => {
    if (openedAt >= 0) setChosen({ newestId, at: openedAt })
  }, [opened])
  return { at, choose: (next: number) => setChosen({ newestId, at: next }) }
}
