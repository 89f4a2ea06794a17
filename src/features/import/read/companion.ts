import * as v from 'valibot'
import { Uuid } from '#contract/primitives.ts'
import { flag, lenient, text, timeOf } from './ids.ts'
import { chatOfTree, type ReadChat, type TreeNode } from './message-tree.ts'

/**
 * Chats of this product: from the export of an account (`AccountExport`) and of one chat. Their ids are taken over, so
 * that they are recognised in the account from which they come. Fields of older and newer versions are not required.
 */
const Message = v.object({
  id: Uuid,
  role: v.picklist(['user', 'assistant']),
  content: v.string(),
  created_at: v.optional(v.unknown()),
  status: text,
  reply_to: lenient(v.nullable(v.string())),
  parent: lenient(v.nullable(v.string())),
  version: lenient(v.number()),
  model: lenient(v.nullable(v.string())),
  /** In the export of one chat: whether the server has it, and the names of its files. */
  sent: flag,
  files: lenient(v.array(v.string())),
})
type Message = v.InferOutput<typeof Message>

const Chat = v.object({
  id: Uuid,
  title: text,
  created_at: v.optional(v.unknown()),
  is_saved: flag,
  is_pinned: flag,
  is_archived: flag,
  deleted_at: lenient(v.nullable(v.string())),
  path: lenient(v.nullable(v.string())),
  versions: lenient(v.array(v.string())),
  messages: v.array(v.unknown()),
})

/** The names of files by the id of the message that has them. */
type FileNames = ReadonlyMap<string, readonly string[]>

/**
 * Null for what is no chat of this product; `deleted` for one that lay in Recently deleted. `attached` has what the
 * export of an account says of files before its chats.
 */
export function readCompanion(value: unknown, attached: FileNames = new Map()): ReadChat | 'deleted' | null {
  const parsed = v.safeParse(Chat, value)
  if (!parsed.success) return null
  const {
    id,
    title = '',
    created_at,
    deleted_at,
    is_saved,
    is_pinned,
    is_archived,
    path,
    versions = [],
  } = parsed.output
  if (deleted_at) return 'deleted'
  const messages = parsed.output.messages.flatMap((message) => {
    const one = v.safeParse(Message, message)
    return one.success && one.output.sent !== false ? one.output : []
  })
  const read = chatOfTree({
    source: 'companion',
    chat: {
      ...{ id, title, time: timeOf(created_at) },
      ...(is_saved ? { is_saved } : {}),
      ...(is_pinned ? { is_pinned } : {}),
      ...(is_archived ? { is_archived } : {}),
    },
    nodes: toTree(messages, attached),
    current: undefined,
    idOf: (message) => message,
  })
  const stored = new Set(read.chat.messages.map((message) => message.id))
  const shown = path && stored.has(path) ? { path } : {}
  const selected = versions.filter((version) => stored.has(version))
  return { ...read, chat: { ...read.chat, ...shown, versions: selected } }
}

/** One chat without the fields of the tree is a list: each answer belongs to the question before it. */
function toTree(messages: readonly Message[], attached: FileNames): TreeNode[] {
  let questionId: string | null = null
  return messages.map((message) => {
    const { id, role, content, created_at, status, model } = message
    const parent: string | null =
      role === 'user' ? (message.parent === undefined ? questionId : message.parent) : (message.reply_to ?? questionId)
    if (role === 'user') questionId = id
    const isEmpty = content.trim() === ''
    const named = (message.files ?? attached.get(id) ?? []).map((name) => name.replace(/\s+/g, ' '))
    // A question without a text has files, but older exports name them after the chats.
    const files = role === 'user' && isEmpty && named.length === 0 ? ['file'] : named
    return {
      ...{ id, parent, text: content, time: timeOf(created_at), files, model: model ?? undefined },
      role: status === 'deleted' || (isEmpty && files.length === 0) ? 'other' : role,
    }
  })
}
