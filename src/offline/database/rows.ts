import * as v from 'valibot'
import { MessageInput } from '#contract/endpoints/chats.ts'
import { type Chat, type Folder, LabelInput, LabelPatch, type Message, type Tag } from '#contract/objects/chat.ts'
import { type ChatProfile, ChatProfilePatch } from '#contract/objects/chat-profile.ts'
import { Uuid } from '#contract/primitives.ts'

/** Every row names the user whose it is; nobody is ever shown another's. Stored under other names: `stored-names.ts`. */
interface Owned {
  userId: number
}

/**
 * `local`: made here and not yet confirmed by the server. `server`: as it last was there, without what is
 * laid over it here. `used_at`: when it was last open, in milliseconds since 1970.
 */
export type ChatRow = Chat & Owned & { local?: boolean; server?: Chat; used_at?: number }

/**
 * A message of the server. While its answer is written, `content` and `reasoning` hold what had come
 * up to stored event number `cursor`.
 */
export type MessageRow = Message & Owned & { cursor?: number; reasoning?: string }
export type FolderRow = Folder & Owned
export type TagRow = Tag & Owned
/**
 * What another device had done meanwhile, for the person to hear of once. `mine` has taken the place of `theirs`: the
 * title of a chat (of rows without `what` too); its folder, by name (empty: none), with the other's id; the name of a
 * folder or tag. `targetId`: the chat, or that folder or tag. `gone`: a folder or tag that chats were put into here; `mine` is its name.
 */
export type ConflictRow = Owned & { id: string; targetId: string; mine: string; theirs: string; created_at: number } & (
    | { what?: 'title' }
    | { what: 'move'; folder: string | null }
    | { what: 'name' | 'gone'; label: 'folder' | 'tag' }
  )
/** `draftKey`: the chat's id, NEW_CHAT, or what `draft-stash.ts` and `edit-draft.ts` make of it. */
export type DraftRow = Owned & { draftKey: string; text: string; updated_at: number }
/**
 * `scope` is `chats`, `labels` or `chat/<id>` (its messages); times are the server's. `seen`: the chat's `updated_at` when
 * its messages were last brought.
 */
export type SyncRow = Owned & { scope: string; synced_at: string; next_cursor: string | null; finished_at: number } & {
  seen?: string
}
/** `server`: the profile as it last was there. `device`: facts, as compared, that were proposed here and refused. */
export type ProfileRow = Owned & { id: string; profile?: ChatProfile; asked?: string[] }
export interface DeviceRow {
  key: string
  value: unknown
}

const Title = v.optional(v.string())
const Tags = v.optional(v.array(Uuid))
const Place = { folder: v.optional(v.nullable(Uuid)), tags: Tags }
export const ChatCreateBody = v.object({ id: Uuid, title: Title, ...Place })
/** Tags wait as what is added and taken away (decision 018); whole lists are from before. */
export const ChatPatch = v.object({
  title: Title,
  ...Place,
  tags_add: Tags,
  tags_remove: Tags,
  is_saved: v.optional(v.boolean()),
})
export type ChatPatch = v.InferOutput<typeof ChatPatch>

/** Titles, names or folders that are no surprise to this device on the server: what was shown before, and its own. */
const Known = { known: v.optional(v.array(v.string())), known_folders: v.optional(v.array(v.nullable(Uuid))) }

const kept = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null)
/** What a deletion of a chat keeps until the server has taken it. `gone`: the server has lost the chat meanwhile. */
const ChatBin = v.object({
  row: v.nullable(kept<ChatRow>()),
  entries: v.array(v.unknown()),
  drafts: v.array(kept<DraftRow>()),
  conflicts: v.array(kept<ConflictRow>()),
  gone: v.optional(v.boolean()),
})
export type ChatBin = v.InferOutput<typeof ChatBin>

const common = {
  /** Made by the client (UUID v7); of a message, also the message's id. */
  id: Uuid,
  userId: v.number(),
  /** The id of the chat, folder or tag that it changes (PROFILE for the profile): entries of one key go in order. */
  queueKey: Uuid,
  order: v.optional(v.number()),
  state: v.picklist(['waiting', 'sending', 'failed']),
  attempts: v.number(),
  /** Milliseconds since 1970, as all times of this row. */
  nextAttemptAt: v.number(),
  lease: v.nullable(v.object({ owner: v.string(), until: v.number() })),
  /** Why it failed, or why it is held or waits for its next try. `network`, `unexpected` and `field` are our own codes. */
  error: v.nullable(
    v.object({
      code: v.string(),
      status: v.number(),
      message: v.string(),
      /** When a limit ends (ISO, the server's), if it said so. */
      resets_at: v.optional(v.string()),
    }),
  ),
  created_at: v.number(),
  /** The person has heard that it was refused. */
  told: v.optional(v.boolean()),
}
const ProfileBody = v.omit(ChatProfilePatch, ['memories'])
/** What is typed or done here and not yet acknowledged. `order` is given by the database. */
export const OutboxEntry = v.variant('kind', [
  v.object({
    ...common,
    kind: v.literal('message.send'),
    body: MessageInput,
    /** Of an edit: the position of the question that it replaces, and the title that the chat gets by it. */
    place: v.optional(v.number()),
    title: Title,
  }),
  v.object({
    ...common,
    kind: v.literal('message.delete'),
    body: v.object({ message: Uuid }),
    /** What the chat's line in the list says once it is gone. */
    title: Title,
    preview: v.optional(v.string()),
  }),
  v.object({ ...common, kind: v.literal('chat.create'), body: ChatCreateBody }),
  v.object({ ...common, kind: v.literal('chat.update'), body: ChatPatch, ...Known }),
  v.object({ ...common, kind: v.literal('chat.delete'), body: v.object({}), bin: v.optional(ChatBin) }),
  v.object({ ...common, kind: v.literal('folder.create'), body: LabelInput }),
  v.object({ ...common, kind: v.literal('folder.update'), body: LabelPatch, known: Known.known }),
  v.object({ ...common, kind: v.literal('folder.delete'), body: v.object({}) }),
  v.object({ ...common, kind: v.literal('tag.create'), body: LabelInput }),
  v.object({ ...common, kind: v.literal('tag.update'), body: LabelPatch, known: Known.known }),
  v.object({ ...common, kind: v.literal('tag.delete'), body: v.object({}) }),
  v.object({ ...common, kind: v.literal('profile.update'), body: ProfileBody }),
])
export type OutboxEntry = v.InferOutput<typeof OutboxEntry>
/** Reads one stored row; null for one that is broken, which stays where it is and is passed over. */
export function parseEntry(row: unknown): OutboxEntry | null {
  const parsed = v.safeParse(OutboxEntry, row)
  return parsed.success ? parsed.output : null
}
