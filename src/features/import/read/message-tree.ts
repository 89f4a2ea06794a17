import type { ImportedChat, ImportedMessage } from '#contract/endpoints/import.ts'
import { CHAT_TITLE_MAX, CHAT_VERSIONS_MAX, IMPORT_MESSAGE_MAX } from '#contract/limits.ts'
import type { ImportSource } from '#contract/objects/chat.ts'
import { oneLine } from '#contract/title-and-preview.ts'

/** A chat of a file, with all its messages, and what of it is left out. */
export interface ReadChat {
  source: ImportSource
  chat: ImportedChat
  /** Attached files and pictures, which are not imported; their names are added to the text. */
  files: number
  /** Messages that were too long and are cut. */
  cut: number
  /** Answers before the first question. */
  unpaired: number
}

/** A message of another product's tree; what is neither a question nor an answer only connects others. */
export interface TreeNode {
  id: string
  parent: string | null
  role: 'user' | 'assistant' | 'other'
  text: string
  /** Milliseconds since 1970; null where the export has no time. */
  time: number | null
  model?: string | undefined
  files: readonly string[]
}

interface Tree {
  source: ImportSource
  chat: Pick<ImportedChat, 'id' | 'title' | 'is_saved' | 'is_pinned' | 'is_archived'> & { time: number | null }
  nodes: readonly TreeNode[]
  /** The node that the other product shows last. */
  current: string | undefined
  /** Makes the id of a message from the other product's. */
  idOf: (id: string) => string
}

/** The texts of an answer so far: several nodes between two questions are one answer. */
interface Texts {
  node: TreeNode
  before: Texts | null
}

interface TreeEntry {
  node: TreeNode
  question: TreeNode | null
  texts: Texts | null
  /** Not before the node above; null as long as neither has a time. */
  time: number | null
}

/**
 * Makes a chat of a tree of messages, with all its branches: a question follows the question above it, whichever
 * version of the answer is between them, and several answers to a question are its versions.
 */
export function chatOfTree({ source, chat, nodes, current, idOf: makeId }: Tree): ReadChat {
  const idOf = remember(makeId)
  const { time: created, ...fields } = chat
  const start = created ?? nodes.find(({ time }) => time !== null)?.time ?? Date.now()
  const entries = orderNodes(nodes)
  const ends = endsOfAnswers(entries)
  const messages: ImportedMessage[] = []
  let [files, cut, unpaired] = [0, 0, 0]
  const answers = new Map<string, string[]>()
  for (const entry of entries.values()) {
    const { node, question, texts, time } = entry
    const common = { id: idOf(node.id), created_at: new Date(time ?? start).toISOString() }
    if (node.role === 'user') {
      const content = contentOf([node])
      const parent = question && idOf(question.id)
      messages.push({ ...common, role: 'user', content: shorten(content), parent })
      if (content.length > IMPORT_MESSAGE_MAX) cut += 1
      files += node.files.length
    } else if (ends.has(node.id) && texts !== null) {
      if (question === null) {
        unpaired += 1
        continue
      }
      const written = listTexts(texts)
      const content = contentOf(written)
      const model = written.at(-1)?.model
      const reply_to = idOf(question.id)
      const named = model === undefined ? {} : { model }
      messages.push({ ...common, role: 'assistant', content: shorten(content), reply_to, ...named })
      answers.set(reply_to, [...(answers.get(reply_to) ?? []), common.id])
      if (content.length > IMPORT_MESSAGE_MAX) cut += 1
      files += written.reduce((sum, { files: attached }) => sum + attached.length, 0)
    }
  }
  const shown = current === undefined ? { path: null, versions: [] } : findShown(entries, current, { answers, idOf })
  return {
    source,
    chat: { ...fields, title: cutTitle(fields.title), created_at: new Date(start).toISOString(), ...shown, messages },
    ...{ files, cut, unpaired },
  }
}

/** Every node below a root with what is above it, in the order of time, each after the one above it. */
function orderNodes(nodes: readonly TreeNode[]): Map<string, TreeEntry> {
  const known = new Set(nodes.map(({ id }) => id))
  const below = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const entries: TreeEntry[] = []
  const add = (children: readonly TreeNode[] = [], above: TreeEntry | null) => {
    for (const node of children) {
      const time = node.time === null ? (above?.time ?? null) : Math.max(node.time, above?.time ?? 0)
      const question = above && (above.node.role === 'user' ? above.node : above.question)
      const before = above === null || above.node.role === 'user' ? null : above.texts
      const texts = node.role === 'assistant' ? { node, before } : before
      entries.push({ node, question, texts, time })
    }
  }
  add(below.get(null), null)
  // The list grows while it is read: breadth first, without recursion, because a chat may be ten thousand nodes deep.
  for (const entry of entries) add(below.get(entry.node.id), entry)
  return new Map(
    entries.toSorted((one, other) => (one.time ?? 0) - (other.time ?? 0)).map((entry) => [entry.node.id, entry]),
  )
}

/** The nodes that end an answer: the last one with text before a question, or before nothing. */
function endsOfAnswers(entries: ReadonlyMap<string, TreeEntry>): Set<string> {
  const goesOn = new Set<string>()
  for (const { node, texts } of entries.values()) {
    if (node.role === 'assistant' && texts?.before) goesOn.add(texts.before.node.id)
  }
  const ends = [...entries.values()].flatMap(({ node }) => (node.role === 'assistant' ? node.id : []))
  return new Set(ends.filter((id) => !goesOn.has(id)))
}

/** The path and the chosen versions that the other product shows. */
function findShown(
  entries: ReadonlyMap<string, TreeEntry>,
  current: string,
  { answers, idOf }: { answers: ReadonlyMap<string, string[]>; idOf: (id: string) => string },
): { path: string | null; versions: string[] } {
  let path: string | null = null
  const versions: string[] = []
  const seen = new Set<string>()
  for (
    let entry = entries.get(current);
    entry && !seen.has(entry.node.id);
    entry = entries.get(entry.node.parent ?? '')
  ) {
    seen.add(entry.node.id)
    const { node, question } = entry
    if (node.role === 'user') path ??= idOf(node.id)
    else if (question !== null && node.role === 'assistant') {
      const all = answers.get(idOf(question.id)) ?? []
      if (all.includes(idOf(node.id)) && all.at(-1) !== idOf(node.id)) versions.push(idOf(node.id))
    }
  }
  return { path, versions: versions.reverse().slice(-CHAT_VERSIONS_MAX) }
}

function listTexts(texts: Texts): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let each: Texts | null = texts; each !== null; each = each.before) nodes.push(each.node)
  return nodes.reverse()
}

function contentOf(nodes: readonly TreeNode[]): string {
  const files = nodes.flatMap((node) => node.files).map((name) => `📎 ${name}`)
  return [...nodes.map(({ text }) => text.trim()), files.join('\n')].filter((text) => text !== '').join('\n\n')
}

const shorten = (content: string): string =>
  content.length <= IMPORT_MESSAGE_MAX ? content : `${content.slice(0, IMPORT_MESSAGE_MAX - 1).toWellFormed()}…`

function cutTitle(title: string): string {
  const line = oneLine(title)
  return line.length <= CHAT_TITLE_MAX ? line : `${line.slice(0, CHAT_TITLE_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Ids are hashes, and each is needed several times. */
function remember(makeId: (id: string) => string): (id: string) => string {
  const made = new Map<string, string>()
  return (id) => {
    const known = made.get(id) ?? makeId(id)
    made.set(id, known)
    return known
  }
}
