import { t } from '@lingui/core/macro'
import { cutAtWord, oneLine } from '#contract/title-and-preview.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

const WORDS_MAX = 120

export interface EntryText {
  kind: string
  /** The start of a message, or the new name of the changed object; null without words. */
  text: string | null
}

/** Describes an outbox entry in the user's language. */
export function describeEntry(entry: OutboxEntry): EntryText {
  switch (entry.kind) {
    case 'message.send':
      return { kind: t`Message`, text: shorten(entry.body.content) || null }
    case 'message.delete':
      return { kind: t`Delete message`, text: null }
    case 'message.feedback':
      return { kind: entry.body.report ? t`Report of an answer` : t`Rating of an answer`, text: null }
    case 'exchange.offer':
      return { kind: t`Offer for rating`, text: shorten(entry.body.question) }
    case 'exchange.withdraw':
      return { kind: t`Withdrawal of an offer for rating`, text: null }
    case 'exchange.rate':
      return { kind: t`Rating as a validator`, text: shorten(entry.body.reason) || null }
    case 'chat.create':
      return { kind: t`New chat`, text: entry.body.title ?? null }
    case 'chat.update':
      return describeChange(entry.body)
    case 'chat.delete':
      return { kind: t`Delete chat`, text: entry.bin?.row?.title || null }
    case 'chat.restore':
      return { kind: t`Restore chat`, text: null }
    case 'chat.erase':
      return { kind: t`Delete chat for good`, text: null }
    case 'history.clear':
      return { kind: t`Clear history`, text: null }
    case 'history.empty':
      return { kind: t`Empty Recently deleted`, text: null }
    case 'folder.create':
      return { kind: t`New folder`, text: entry.body.name }
    case 'folder.update':
      return { kind: t`Change of a folder`, text: entry.body.name ?? null }
    case 'folder.delete':
      return { kind: t`Delete folder`, text: null }
    case 'tag.create':
      return { kind: t`New tag`, text: entry.body.name }
    case 'tag.update':
      return { kind: t`Change of a tag`, text: entry.body.name ?? null }
    case 'tag.delete':
      return { kind: t`Delete tag`, text: null }
    case 'profile.update':
      return describeProfileChange(entry.body)
  }
}

type ProfileChange = Extract<OutboxEntry, { kind: 'profile.update' }>['body']

function describeProfileChange({ memories_add, memories_change, memories_remove }: ProfileChange): EntryText {
  const fact = memories_add?.[0] ?? memories_change?.[0]
  if (fact) return { kind: t`Remember`, text: shorten(fact.text) }
  return { kind: memories_remove ? t`Forget a fact` : t`Change of your settings`, text: null }
}

type ChatChange = Extract<OutboxEntry, { kind: 'chat.update' }>['body']

function describeChange({ title, is_saved, folder, tags, tags_add, tags_remove, ...flags }: ChatChange): EntryText {
  if (title !== undefined) return { kind: t`New title`, text: title }
  if (is_saved !== undefined) return { kind: is_saved ? t`Save chat` : t`Stop saving chat`, text: null }
  const { is_pinned, is_archived } = flags
  if (is_pinned !== undefined) return { kind: is_pinned ? t`Pin chat` : t`Unpin chat`, text: null }
  if (is_archived !== undefined) return { kind: is_archived ? t`Archive chat` : t`Unarchive chat`, text: null }
  if (folder !== undefined) return { kind: folder === null ? t`Take out of its folder` : t`Move to folder`, text: null }
  const tagged = tags ?? tags_add ?? tags_remove
  return { kind: tagged === undefined ? t`Change of a chat` : t`Change of tags`, text: null }
}

const shorten = (text: string): string => cutAtWord(oneLine(text), WORDS_MAX)
