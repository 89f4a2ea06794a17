import { atom, useAtom } from 'jotai'
import { useMemo } from 'react'

/** Chats in no folder. */
export const NO_FOLDER = 'none'

export interface ListView {
  userId: number
  /** The folder whose chats are listed, or NO_FOLDER; null: all. */
  folder: string | null
  /** Listed are the chats that have all of these. */
  tags: readonly string[]
  /** Chosen chats; null while none are being chosen. */
  chosen: ReadonlySet<string> | null
  /** The chat from which Shift chooses. */
  anchor: string | null
}

const viewOf = (userId: number): ListView => ({ userId, folder: null, tags: [], chosen: null, anchor: null })
const viewAtom = atom<ListView>(viewOf(0))

/** What of the list a person looks at, and what they have chosen in it; gone with the page. */
export function useListView(userId: number) {
  const [stored, setStored] = useAtom(viewAtom)
  const view = useMemo(() => (stored.userId === userId ? stored : viewOf(userId)), [stored, userId])
  const actions = useMemo(() => {
    const change = (patch: (view: ListView) => Partial<ListView>) =>
      setStored((before) => {
        const own = before.userId === userId ? before : viewOf(userId)
        return { ...own, ...patch(own) }
      })
    return {
      showFolder: (folder: string | null) => change(() => ({ folder })),
      showTag: (tag: string, on: boolean) =>
        change(({ tags }) => ({ tags: on ? [...tags, tag] : tags.filter((each) => each !== tag) })),
      showAll: () => change(() => ({ folder: null, tags: [] })),
      startChoosing: (chatIds: readonly string[] = []) =>
        change(() => ({ chosen: new Set(chatIds), anchor: chatIds.at(-1) ?? null })),
      choose: (chosen: ReadonlySet<string>, anchor: string | null) => change(() => ({ chosen, anchor })),
      stopChoosing: () => change(() => ({ chosen: null, anchor: null })),
    }
  }, [userId, setStored])
  return { view, ...actions }
}
