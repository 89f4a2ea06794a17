import { atom, useAtom } from 'jotai'
import { useMemo } from 'react'

/** The filter value for chats without a folder. */
export const NO_FOLDER = 'none'

/** Which chats are listed: those that are not archived, the saved ones of these, or the archived ones. */
export type StatusFilter = 'all' | 'saved' | 'archived'

export interface ListView {
  userId: number
  /** The folder filter, or NO_FOLDER; null: all chats. */
  folder: string | null
  status: StatusFilter
  /** Only chats with all of these tags are listed. */
  tags: readonly string[]
  /** Selected chats; null outside of the selection mode. */
  selected: ReadonlySet<string> | null
  /** The start of a range selection with Shift. */
  anchor: string | null
}

const viewOf = (userId: number): ListView => ({
  userId,
  folder: null,
  status: 'all',
  tags: [],
  selected: null,
  anchor: null,
})
const viewAtom = atom<ListView>(viewOf(0))

/** Returns the filters and the selection of the list; they are not stored, so a reload resets them. */
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
      showFolder: (folderId: string | null) => change(() => ({ folder: folderId })),
      showStatus: (status: StatusFilter) => change(() => ({ status })),
      showTag: (tagId: string, on: boolean) =>
        change(({ tags }) => ({ tags: on ? [...tags, tagId] : tags.filter((each) => each !== tagId) })),
      showAll: () => change(() => ({ folder: null, tags: [], status: 'all' })),
      startSelecting: (chatIds: readonly string[] = []) =>
        change(() => ({ selected: new Set(chatIds), anchor: chatIds.at(-1) ?? null })),
      select: (selected: ReadonlySet<string>, anchor: string | null) => change(() => ({ selected, anchor })),
      stopSelecting: () => change(() => ({ selected: null, anchor: null })),
    }
  }, [userId, setStored])
  return { view, ...actions }
}
