import * as v from 'valibot'
import { MODEL_ID_MAX } from '#contract/limits.ts'
import { derivedId, flag, lenient, text, timeOf } from './ids.ts'
import { chatOfTree, type ReadChat, type TreeNode } from './message-tree.ts'

/**
 * A conversation in `conversations.json` of ChatGPT's data export. OpenAI documents no schema; these are the fields of
 * exports from 2023 to 2026. `mapping` is the tree of all messages, `current_node` the end of the shown branch.
 */
const Content = v.object({
  content_type: text,
  parts: lenient(v.array(v.unknown())),
  text,
  language: text,
})

const Node = v.object({
  id: text,
  parent: lenient(v.nullable(v.string())),
  message: lenient(
    v.nullable(
      v.object({
        author: lenient(v.object({ role: text })),
        create_time: v.optional(v.unknown()),
        content: lenient(Content),
        recipient: text,
        metadata: lenient(
          v.object({
            model_slug: text,
            is_visually_hidden_from_conversation: flag,
            attachments: lenient(v.array(v.object({ name: text }))),
          }),
        ),
      }),
    ),
  ),
})
type Node = v.InferOutput<typeof Node>
type Message = NonNullable<Node['message']>

const Conversation = v.object({
  id: text,
  conversation_id: text,
  title: lenient(v.nullable(v.string())),
  create_time: v.optional(v.unknown()),
  mapping: v.record(v.string(), Node),
  current_node: lenient(v.nullable(v.string())),
  is_archived: flag,
  is_starred: flag,
})

/** Null for what is no conversation of ChatGPT. */
export function readChatGpt(value: unknown): ReadChat | null {
  const parsed = v.safeParse(Conversation, value)
  if (!parsed.success) return null
  const { id, conversation_id, title, create_time, mapping, current_node, is_archived, is_starred } = parsed.output
  // An old export has no id; its times and title never change.
  const own = conversation_id ?? id ?? `${String(create_time)} ${title}`
  const nodes = Object.entries(mapping).map(([key, node]) => toTreeNode(key, node))
  return chatOfTree({
    source: 'chatgpt',
    chat: {
      ...{ id: derivedId('chatgpt', own), title: title ?? '', time: timeOf(create_time) },
      ...(is_archived ? { is_archived } : {}),
      ...(is_starred ? { is_pinned: true } : {}),
    },
    nodes,
    current: current_node ?? undefined,
    idOf: (message) => derivedId('chatgpt', own, message),
  })
}

function toTreeNode(key: string, { parent = null, message }: Node): TreeNode {
  const written = message ? textOf(message) : ''
  const files = message ? filesOf(message) : []
  const isShown = message?.metadata?.is_visually_hidden_from_conversation !== true
  const isEmpty = written.trim() === '' && files.length === 0
  const model = message?.metadata?.model_slug
  return {
    ...{ id: key, parent, text: written, files, time: timeOf(message?.create_time) },
    role: isShown && !isEmpty ? roleOf(message) : 'other',
    model: model?.slice(0, MODEL_ID_MAX),
  }
}

function roleOf(message: Node['message']): TreeNode['role'] {
  const role = message?.author?.role
  if (role === 'user') return 'user'
  // Anything that is addressed to a tool is no part of the answer.
  return role === 'assistant' && (message?.recipient ?? 'all') === 'all' ? 'assistant' : 'other'
}

/** Marks of citations, which only ChatGPT's own interface can show. */
const citations = /\uE200[^\uE201]*\uE201/g

function textOf({ content }: Message): string {
  if (content?.content_type === 'code') return fence(content.text ?? '', content.language)
  if (content?.content_type !== 'text' && content?.content_type !== 'multimodal_text') return ''
  const texts = (content.parts ?? []).map((entry) => (typeof entry === 'string' ? entry : (transcriptOf(entry) ?? '')))
  return texts.join('\n').replace(citations, '')
}

const Transcript = v.object({ content_type: v.literal('audio_transcription'), text: v.string() })

const transcriptOf = (entry: unknown): string | undefined => {
  const parsed = v.safeParse(Transcript, entry)
  return parsed.success ? parsed.output.text : undefined
}

const fence = (code: string, language = ''): string =>
  code.trim() === '' ? '' : `\`\`\`${/^\w+$/.test(language) && language !== 'unknown' ? language : ''}\n${code}\n\`\`\``

const Picture = v.object({ content_type: v.literal('image_asset_pointer') })

function filesOf({ content, metadata }: Message): string[] {
  const named = (metadata?.attachments ?? []).flatMap(({ name }) =>
    name ? name.replace(/\s+/g, ' ').slice(0, 255) : [],
  )
  const pictures = (content?.parts ?? []).filter((entry) => v.is(Picture, entry)).length
  // Uploaded pictures are attachments too; those that ChatGPT has painted have no name.
  const unnamed = Array.from({ length: Math.max(0, pictures - named.length) }, () => 'image')
  return [...named, ...unnamed]
}
