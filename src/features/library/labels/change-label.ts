import { database } from '#offline/database/database.ts'
import * as outbox from '#offline/outbox/enqueue-label-changes.ts'
import type { LabelKind } from './label-mark.tsx'

export interface LabelDraft {
  name: string
  color: string | null
}

/** Optimistic updates: they change this device at once, the server when possible. Creating returns the id. */
export function createLabel(userId: number, kind: LabelKind, draft: LabelDraft): Promise<string> {
  const create = kind === 'folder' ? outbox.enqueueFolderCreate : outbox.enqueueTagCreate
  return create(database(), { userId, ...draft })
}

export function updateLabel(userId: number, kind: LabelKind, id: string, patch: Partial<LabelDraft>): Promise<void> {
  const update = kind === 'folder' ? outbox.enqueueFolderUpdate : outbox.enqueueTagUpdate
  return update(database(), { userId, id, patch })
}

/** Deletes the label but not its chats. */
export function deleteLabel(userId: number, kind: LabelKind, id: string): Promise<void> {
  const remove = kind === 'folder' ? outbox.enqueueFolderDelete : outbox.enqueueTagDelete
  return remove(database(), { userId, id })
}
