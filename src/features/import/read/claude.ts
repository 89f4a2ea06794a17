import * as v from 'valibot'
import { oneLine } from '#contract/title-and-preview.ts'
import { derivedId, lenient, text, timeOf } from './ids.ts'
import { chatOfTree, type ReadChat, type TreeNode } from './message-tree.ts'

/**
 * A conversation in `conversations.json` of Claude's data export. Anthropic documents no schema; these are the fields
 * of exports from 2024 to 2026. Newer ones have `content` beside `text`, and `parent_message_uuid` for branches.
 */
const File = v.object({ file_name: text, extracted_content: text })

const Message = v.object({
  uuid: v.string(),
  sender: text,
  text,
  content: lenient(v.array(v.object({ type: text, text }))),
  created_at: v.optional(v.unknown()),
  attachments: lenient(v.array(File)),
  files: lenient(v.array(File)),
  parent_message_uuid: lenient(v.nullable(v.string())),
})
type Message = v.InferOutput<typeof Message>

const Conversation = v.object({
  uuid: v.string(),
  name: lenient(v.nullable(v.string())),
  created_at: v.optional(v.unknown()),
  chat_messages: v.array(v.unknown()),
  is_starred: lenient(v.boolean()),
  current_leaf_message_uuid: lenient(v.nullable(v.string())),
})

/** Null for what is no conversation of Claude. */
export function readClaude(value: unknown): ReadChat | null {
  const parsed = v.safeParse(Conversation, value)
  if (!parsed.success) return null
  const { uuid, name, created_at, chat_messages, is_starred, current_leaf_message_uuid } = parsed.output
  const messages = chat_messages.flatMap((message) => {
    const one = v.safeParse(Message, message)
    return one.success ? one.output : []
  })
  const nodes = messages.map((message, index) => toTreeNode(message, messages[index - 1]))
  return chatOfTree({
    source: 'claude',
    chat: {
      ...{ id: derivedId('claude', uuid), title: name ?? '', time: timeOf(created_at) },
      ...(is_starred ? { is_pinned: true } : {}),
    },
    nodes,
    current: current_leaf_message_uuid ?? messages.at(-1)?.uuid,
    idOf: (message) => derivedId('claude', uuid, message),
  })
}

function toTreeNode(message: Message, before: Message | undefined): TreeNode {
  const { uuid, sender, created_at, attachments = [], files = [], parent_message_uuid: parent } = message
  const pasted = attachments.flatMap(({ extracted_content: content }) => (content?.trim() ? content : []))
  const written = [textOf(message), ...pasted].filter((each) => each.trim() !== '').join('\n\n')
  const names = [...attachments, ...files].flatMap(({ file_name }) => oneLine(file_name ?? '') || [])
  const role = sender === 'human' ? 'user' : sender === 'assistant' ? 'assistant' : 'other'
  return {
    ...{ id: uuid, text: written, time: timeOf(created_at), files: names },
    parent: parent === undefined ? (before?.uuid ?? null) : parent,
    role: written === '' && names.length === 0 ? 'other' : role,
  }
}

/** The blocks of text, without what Claude thought and what tools returned; older exports have only `text`. */
function textOf({ content = [], text: whole = '' }: Message): string {
  const blocks = content.flatMap((block) => (block.type === 'text' && block.text ? block.text : []))
  return blocks.length > 0 ? blocks.join('\n\n') : content.length > 0 ? '' : whole
}
