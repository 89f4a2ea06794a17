import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import { prepareQuery, type Value } from '../../../../db/prepare-query.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { isoTime } from '../../../../lib/time.ts'
import { FILE_CHARACTERS, TAIL_CHARACTERS, WEB_CHARACTERS } from '../../../../limits/generation-limits.ts'
import type { Picture, Turn } from '../../../../providers/assistant/assistant.ts'
import { goOnTurns } from '../../../../providers/assistant/continuation.ts'
import type { AnsweringModel } from '../../../../providers/assistant/create-models.ts'
import { resolveModel } from '../../../models/use-cases/resolve-model.ts'
import { readVersions } from '../../chats.mappers.ts'
import type { Claim } from '../job.ts'
import { type AttachedFile, fileRules, quoteFiles, readAttachedFiles, readPictures } from './attached-files.ts'
import { describeUser } from './describe-user.ts'
import { systemPrompt } from './system-prompt.ts'

const HISTORY_QUESTIONS = 200

/** The files of questions, and how they are given to the model. */
interface Attached {
  of: ReadonlyMap<string, readonly AttachedFile[]>
  pictures: ReadonlyMap<AttachedFile, Picture>
  mark: string
  vision: boolean
}

interface HistoryMessage {
  id: string
  role: 'user' | 'assistant'
  content: string
  reply_to: string | null
  version: number
}

/**
 * Builds the prompt: the system prompt with the description of the user, then the path of the chat to the question,
 * with the chosen versions of its answers and without deleted messages, as far as the budget of the answering model
 * allows; last, the text to continue. `web`: the rules of an answer that may use the web.
 */
export async function buildTurns(
  { db, files: store, models }: Pick<Dependencies, 'db' | 'files' | 'models'>,
  claim: Claim,
  { now, begun, web }: { now: number; begun: string; web: string | null },
): Promise<{ turns: Turn[]; language: Language; model: AnsweringModel }> {
  const [[asked], described] = await Promise.all([
    selectAsked(db, { userId: claim.user_id, messageId: claim.message_id }),
    describeUser(db, claim.user_id),
  ])
  if (asked === undefined) throw new Error('the answer was deleted')
  const { seq, language, reply_to: question } = asked
  const model = await resolveModel({ db, models }, asked.wanted_model)
  const newestFirst = await selectPath(db, { userId: claim.user_id, chatId: claim.chat_id, question, seq })
  const questions = newestFirst.filter(({ role }) => role === 'user').map(({ id }) => id)
  const files = await readAttachedFiles(db, claim.user_id, asked.has_files ? questions : [])
  const mark = randomBytes(9).toString('hex')
  const rules = systemPrompt(language, isoTime(now).slice(0, 10), {
    web,
    files: files.size === 0 ? null : fileRules(mark),
  })
  const system: Turn = { role: 'system', content: described === null ? rules : `${rules}\n\n${described}` }
  // The tail must not begin with the second half of a surrogate pair.
  const tail = begun.slice(-TAIL_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '')
  const most = model.historyCharacters - tail.length - (web === null ? 0 : WEB_CHARACTERS)
  const vision = model.assistant.vision ?? false
  const shown = questions.flatMap((id) => (files.has(id) ? [files.get(id) ?? []] : []))
  const pictures = vision ? await readPictures(store, shown) : new Map<AttachedFile, Picture>()
  const attached: Attached = { of: files, pictures, mark, vision }
  const said = history(newestFirst, question, { chosen: new Set(readVersions(asked)), most, attached })
  return { turns: [system, ...said, ...goOnTurns(tail)], language, model }
}

/**
 * The position of an answer and its question, the user's language, the versions chosen in the chat, and whether the user
 * has attached a file to any message.
 */
const selectAsked = prepareQuery((db, value: Value<{ userId: number; messageId: string }>) =>
  db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .innerJoin('chats', (join) =>
      join.onRef('chats.user_id', '=', 'messages.user_id').onRef('chats.id', '=', 'messages.chat_id'),
    )
    .select(['messages.seq', 'messages.reply_to', 'messages.wanted_model', 'users.language', 'chats.versions'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('message_files')
          .select('message_files.file_id')
          .whereRef('message_files.user_id', '=', 'messages.user_id'),
      ).as('has_files'),
    )
    .where('messages.user_id', '=', value('userId'))
    .where('messages.id', '=', value('messageId')),
)

type PathValues = { userId: number; chatId: string; question: string | null; seq: number }

/** The questions from `question` up its path, with all versions of their answers before a position, newest first. */
const selectPath = prepareQuery((db, value: Value<PathValues>) =>
  db
    .withRecursive('path(id, parent, seq, depth)', (cte) =>
      cte
        .selectFrom('messages')
        .select(['id', 'parent', 'seq', sql<number>`1`.as('depth')])
        .where('user_id', '=', value('userId'))
        .where('id', '=', value('question'))
        .unionAll((below) =>
          below
            .selectFrom('path')
            .innerJoin('messages', 'messages.id', 'path.parent')
            .select(['messages.id', 'messages.parent', 'messages.seq', sql<number>`path.depth + 1`.as('depth')])
            .where('messages.user_id', '=', value('userId'))
            .where('path.depth', '<', HISTORY_QUESTIONS),
        ),
    )
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'reply_to', 'version'])
    .where('user_id', '=', value('userId'))
    .where('chat_id', '=', value('chatId'))
    .where('seq', '<', value('seq'))
    .where('seq', '>=', (eb) => eb.selectFrom('path').select((min) => min.fn.min('path.seq').as('first')))
    .where('status', 'in', ['complete', 'interrupted'])
    .where((eb) => {
      const path = eb.selectFrom('path').select('path.id')
      return eb.or([eb('messages.id', 'in', path), eb('reply_to', 'in', path)])
    })
    .orderBy('seq', 'desc'),
)

/** The questions up to `question`, each with the chosen or newest version of its answer, oldest first. */
function history(
  newestFirst: readonly HistoryMessage[],
  question: string | null,
  { chosen, most, attached }: { chosen: ReadonlySet<string>; most: number; attached: Attached },
): Turn[] {
  const answers = new Map<string, HistoryMessage>()
  for (const message of newestFirst) {
    if (message.role === 'user' || message.reply_to === null || message.content.trim() === '') continue
    const known = answers.get(message.reply_to)
    const isLater = known === undefined || (known.version < message.version && !chosen.has(known.id))
    if (isLater || chosen.has(message.id)) answers.set(message.reply_to, message)
  }
  const questions = newestFirst.filter((message) => message.role === 'user')
  const from = Math.max(
    0,
    questions.findIndex((message) => message.id === question),
  )
  const turns: Turn[] = []
  let left = most
  let leftForFiles = FILE_CHARACTERS
  for (const [i, message] of questions.slice(from).entries()) {
    const answer = i === 0 ? undefined : answers.get(message.id)
    left -= message.content.length + (answer?.content.length ?? 0)
    if (left < 0 && i > 0) break
    if (answer) turns.push({ role: 'assistant', content: answer.content })
    const files = attached.of.get(message.id)
    if (files === undefined) {
      turns.push({ role: 'user', content: message.content })
      continue
    }
    const space = Math.max(0, Math.min(left, leftForFiles))
    const quoted = quoteFiles(files, { ...attached, most: space })
    const used = files.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
    left -= Math.min(space, used)
    leftForFiles -= Math.min(space, used)
    const pictures = files.flatMap((file) => attached.pictures.get(file) ?? [])
    turns.push({ role: 'user', content: message.content, files: quoted, pictures })
  }
  return joinNeighbours(turns.reverse())
}

/** Some models require alternating roles; a question whose answer failed is joined with the next one. */
function joinNeighbours(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) {
      last.content += `\n\n${turn.content}`
      const files = [last.files, turn.files].filter((text) => text !== undefined)
      if (files.length > 0) last.files = files.join('\n\n')
      const pictures = [...(last.pictures ?? []), ...(turn.pictures ?? [])]
      if (pictures.length > 0) last.pictures = pictures
    } else joined.push({ ...turn })
  }
  return joined
}
