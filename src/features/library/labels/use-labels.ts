import { useMemo } from 'react'
import type { Folder, Tag } from '#contract/objects/chat.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database/database.ts'
import { queryFolders, queryTags } from '#offline/database/queries.ts'
import { sortLabels } from './sort-labels.ts'

export interface Labels {
  folders: readonly Folder[]
  tags: readonly Tag[]
}

const unread = { folders: [], tags: [], isRead: false }

/** Returns the user's folders and tags, sorted by name; none until they are read. */
export function useLabels(userId: number): Labels & { isRead: boolean } {
  const language = useLanguage()
  const found = useLiveQuery(async () => {
    const [folders, tags] = await Promise.all([queryFolders(database(), userId), queryTags(database(), userId)])
    return { folders, tags }
  }, [userId])
  return useMemo(() => {
    if (found === undefined) return unread
    return { folders: sortLabels(found.folders, language), tags: sortLabels(found.tags, language), isRead: true }
  }, [found, language])
}
