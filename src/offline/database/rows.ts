import * as v from 'valibot'
import { MessageInput } from '#contract/endpoints/chats.ts'
import { type Chat, type Folder, LabelInput, LabelPatch, type Message, type Tag } from '#contract/objects/chat.ts'
import { type ChatProfile, ChatProfilePatch } from '#contract/objects/chat-profile.ts'
import { FeedbackPatch } from '#contract/objects/feedback.ts'
import type { ExchangeToRate, OfferedExchange, RatingInput } from '#contract/objects/ratings/rating.ts'
import { Language, Uuid } from '#contract/primitives.ts'

/** Every row has the id of its user, and no other user sees it. Some stored field names differ: `stored-names.ts`. */
interface Owned {
  userId: number
}

/**
 * `local`: created here and not yet confirmed by the server. `server`: the server's version, without unsent changes of
 * this device. `used_at`: when the chat was last open, in milliseconds since 1970.
 */
export type ChatRow = Chat & Owned & { local?: boolean; server?: Chat; used_at?: number }

/**
 * A chat in Recently deleted. Without `deleted_at` on its `server`, this device has deleted it or cleared the history,
 * and no sync has confirmed it yet. `acknowledged`: the server has answered to the deletion of this chat alone. `bin`:
 * what was unsent at its deletion. `local`: the server never had it.
 */
export type DeletedChatRow = ChatRow & { deleted_at: string; acknowledged?: true; bin?: ChatBin }

/**
 * A message of the server. While an answer is streamed, `content` and `reasoning` hold the text up to event number
 * `cursor`. `summary`: the text of the summary that `earlier` names, once it was shown here.
 */
export type MessageRow = Message & Owned & { cursor?: number; reasoning?: string; summary?: string }
export type FolderRow = Folder & Owned
export type TagRow = Tag & Owned
/**
 * A conflict of which the user is informed once: `mine` of this device has overwritten `theirs`. A chat's title (also
 * in rows without `what`), its folder by name (empty: none) with the other folder's id, or the name of a folder or tag,
 * whose id is `targetId`. `gone`: a deleted folder or tag to which chats were assigned here; `mine` is its name.
 */
export type ConflictRow = Owned & { id: string; targetId: string; mine: string; theirs: string; created_at: number } & (
    | { what?: 'title' }
    | { what: 'move'; folder: string | null }
    | { what: 'name' | 'gone'; label: 'folder' | 'tag' }
  )
/** A file that was attached on this device: what the server's `File` has too. Its content is in `fileBytes`. */
export const AttachedFile = v.object({
  id: Uuid,
  name: v.string(),
  media_type: v.string(),
  /** In bytes. */
  size: v.number(),
  sha256: v.string(),
  /** In pixels; null for other files than pictures. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** The error code with which the server has refused it. */
  refused: v.optional(v.string()),
})
export type AttachedFile = v.InferOutput<typeof AttachedFile>
/**
 * `draftKey`: a chat's id, NEW_CHAT or another word (`form-draft.ts`); rows with other data than the text add a suffix.
 * `files`, in the order in which they are sent, and `model` have rows of their own with an empty text.
 */
export type DraftRow = Owned & {
  draftKey: string
  text: string
  updated_at: number
  files?: AttachedFile[]
  model?: string
  /** The id of the message which the text was being stored as when its page was closed. */
  message?: string
}
/**
 * A file whose content is on this device. It is deleted when neither a draft nor an unsent entry names it and its
 * message is gone. `message`: the message that it was sent with; null in a draft. `size`: bytes stored here.
 */
export type FileRow = Owned & { id: string; message: string | null; size: number; used_at: number }
/** Not a Blob: WebKit cannot store Blobs in all of its modes. `bytes` is null when only the thumbnail is here. */
export type FileBytesRow = Owned & { id: string; bytes: ArrayBuffer | null; thumbnail: Thumbnail | null }
export interface Thumbnail {
  media_type: string
  bytes: ArrayBuffer
}
/**
 * `scope` is `chats`, `labels` or `chat/<id>` (its messages). `synced_at` is the server's time, `finished_at` this
 * device's in milliseconds. `seen`: the chat's `updated_at` at the last load of its messages.
 */
export type SyncRow = Owned & { scope: string; synced_at: string; next_cursor: string | null; finished_at: number } & {
  seen?: string
}
/**
 * By `id`: `server` has the server's profile; `device`, normalised facts that were proposed here (`asked`); `offers`,
 * what the user offers for rating; `exchanges`, those of others that a validator has not rated yet.
 */
export type ProfileRow = Owned & {
  id: string
  profile?: ChatProfile
  asked?: string[]
  offers?: OfferedExchange[]
  exchanges?: ExchangeToRate[]
}
export interface DeviceRow {
  key: string
  value: unknown
}

const Title = v.optional(v.string())
const Tags = v.optional(v.array(Uuid))
const Labels = { folder: v.optional(v.nullable(Uuid)), tags: Tags }
const ChatCreateBody = v.object({ id: Uuid, title: Title, ...Labels })
/** Tags are stored as additions and removals (decision 018); older builds stored whole lists. */
export const ChatPatch = v.object({
  title: Title,
  ...Labels,
  tags_add: Tags,
  tags_remove: Tags,
  is_saved: v.optional(v.boolean()),
  is_pinned: v.optional(v.boolean()),
  is_archived: v.optional(v.boolean()),
  path: v.optional(v.nullable(Uuid)),
  versions: v.optional(v.array(Uuid)),
  model: v.optional(v.nullable(v.string())),
})
export type ChatPatch = v.InferOutput<typeof ChatPatch>

/** Values that this device has shown or set itself: finding another one on the server means a conflict. */
const Known = { known: v.optional(v.array(v.string())), known_folders: v.optional(v.array(v.nullable(Uuid))) }

const stored = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null)
/** What a chat's deletion stores for undo until the server has confirmed it. `gone`: the server had deleted it. */
const ChatBin = v.object({
  row: v.nullable(stored<ChatRow>()),
  entries: v.array(v.unknown()),
  drafts: v.array(stored<DraftRow>()),
  conflicts: v.array(stored<ConflictRow>()),
  gone: v.optional(v.boolean()),
})
export type ChatBin = v.InferOutput<typeof ChatBin>

const common = {
  /** Created by the client (UUID v7); for a message, also the message's id. */
  id: Uuid,
  userId: v.number(),
  /**
   * The id of the chat, or of the folder, tag or exchange that the entry is about: entries with the same key are sent
   * one at a time, and in order where one depends on the other.
   */
  queueKey: Uuid,
  order: v.optional(v.number()),
  state: v.picklist(['waiting', 'sending', 'failed']),
  attempts: v.number(),
  /** In milliseconds since 1970, like all times of this row. */
  nextAttemptAt: v.number(),
  lease: v.nullable(v.object({ owner: v.string(), until: v.number() })),
  /** Why the entry failed or waits for its next try. `network`, `unexpected` and `field` are the client's codes. */
  error: v.nullable(
    v.object({
      code: v.string(),
      status: v.number(),
      message: v.string(),
      /** When a limit is reset (ISO, from the server), if the server has sent it. */
      resets_at: v.optional(v.string()),
      /** The refused file of the message. */
      file: v.optional(v.string()),
    }),
  ),
  created_at: v.number(),
  /** The user was informed of the refusal. */
  told: v.optional(v.boolean()),
}
const ProfileBody = v.omit(ChatProfilePatch, ['memories'])
/** An unsent action of the user. `order` is assigned by the database. */
export const OutboxEntry = v.variant('kind', [
  v.object({
    ...common,
    kind: v.literal('message.send'),
    body: MessageInput,
    /** The files of the message, of an edit those of the replaced question; `body.files` names those to be uploaded. */
    files: v.optional(v.array(AttachedFile)),
    /** For an edit: the position of the replaced question, and the title that the edit gives the chat. */
    place: v.optional(v.number()),
    title: Title,
  }),
  v.object({
    ...common,
    kind: v.literal('message.delete'),
    body: v.object({ message: Uuid }),
    /** The chat's title and preview once the message is deleted. */
    title: Title,
    preview: v.optional(v.string()),
  }),
  v.object({
    ...common,
    kind: v.literal('message.feedback'),
    body: v.object({ message: Uuid, ...FeedbackPatch.entries }),
  }),
  v.object({
    ...common,
    kind: v.literal('exchange.offer'),
    // Checks only the shape: the first page load lacks the schemas of the rating features, and sending checks the rest.
    body: v.object({ message: Uuid, question: v.string(), answer: v.string(), language: Language }),
  }),
  v.object({ ...common, kind: v.literal('exchange.withdraw'), body: v.object({ message: Uuid }) }),
  v.object({ ...common, kind: v.literal('exchange.rate'), body: stored<RatingInput>() }),
  v.object({ ...common, kind: v.literal('chat.create'), body: ChatCreateBody }),
  v.object({ ...common, kind: v.literal('chat.update'), body: ChatPatch, ...Known }),
  v.object({ ...common, kind: v.literal('chat.delete'), body: v.object({}), bin: v.optional(ChatBin) }),
  v.object({ ...common, kind: v.literal('chat.restore'), body: v.object({}) }),
  /** Deletes a chat in Recently deleted for good. */
  v.object({ ...common, kind: v.literal('chat.erase'), body: v.object({}) }),
  v.object({
    ...common,
    kind: v.literal('history.clear'),
    /** `seen`: the server's time of the list on which the user has decided. `permanent`: emptied before it was sent. */
    body: v.object({
      include_saved: v.boolean(),
      seen: v.optional(v.string()),
      permanent: v.optional(v.literal(true)),
    }),
  }),
  /** Deletes everything in Recently deleted for good. */
  v.object({ ...common, kind: v.literal('history.empty'), body: v.object({ seen: v.optional(v.string()) }) }),
  v.object({ ...common, kind: v.literal('folder.create'), body: LabelInput }),
  v.object({ ...common, kind: v.literal('folder.update'), body: LabelPatch, known: Known.known }),
  v.object({ ...common, kind: v.literal('folder.delete'), body: v.object({}) }),
  v.object({ ...common, kind: v.literal('tag.create'), body: LabelInput }),
  v.object({ ...common, kind: v.literal('tag.update'), body: LabelPatch, known: Known.known }),
  v.object({ ...common, kind: v.literal('tag.delete'), body: v.object({}) }),
  v.object({ ...common, kind: v.literal('profile.update'), body: ProfileBody }),
])
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>
/** Parses a stored row; null for an invalid one, which callers skip and do not delete. */
export function parseEntry(row: unknown): OutboxEntry | null {
  const parsed = v.safeParse(OutboxEntry, row)
  return parsed.success ? parsed.output : null
}

/** Whether a stored row is valid. What is stored again must be the row as read: parsing drops fields of newer builds. */
export const isEntry = (row: unknown): row is OutboxEntry => parseEntry(row) !== null
