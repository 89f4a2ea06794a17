import type { EarlierMessages } from '#contract/objects/chat.ts'
import type { Language } from '#contract/primitives.ts'
import { prepareQuery, type Value } from '../../../../db/prepare-query.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { newDelimiter } from '../../../../lib/text/new-delimiter.ts'
import { bytesOf } from '../../../../lib/text/text-bytes.ts'
import { isoTime } from '../../../../lib/time.ts'
import { PICTURE_BYTES } from '../../../../limits/prompt-budget.ts'
import type { Picture, Turn } from '../../../../providers/assistant/assistant.ts'
import { goOnTurns } from '../../../../providers/assistant/continuation.ts'
import type { AnsweringModel } from '../../../../providers/assistant/create-models.ts'
import { resolveModel } from '../../../models/use-cases/resolve-model.ts'
import { readVersions } from '../../chats.mappers.ts'
import { type PathStep, readPath, readTexts } from '../../path.repository.ts'
import type { Claim } from '../job.ts'
import { earlierRules } from '../summary/summary-prompt.ts'
import {
  type AttachedFile,
  bytesOfTexts,
  fileRules,
  quoteFiles,
  readAttachedFiles,
  readFileTexts,
  readPictures,
} from './attached-files.ts'
import { cutBegun } from './cut-begun.ts'
import { describeUser } from './describe-user.ts'
import { fitPath } from './fit-path.ts'
import { joinNeighbours } from './join-neighbours.ts'
import { systemPrompt } from './system-prompt.ts'

export type PromptDeps = Pick<Dependencies, 'db' | 'engine' | 'files' | 'log' | 'models' | 'now'>

export interface Prompt {
  turns: Turn[]
  language: Language
  model: AnsweringModel
  /** What the prompt contains only as a summary, or not at all; null: it contains everything. */
  earlier: EarlierMessages | null
  /** What look-ups on the web may add, in bytes: at least one has space. */
  webSpace: number
}

/** The files of questions, and how they are given to the model. */
interface Attached {
  of: ReadonlyMap<string, readonly AttachedFile[]>
  texts: ReadonlyMap<number, string>
  pictures: ReadonlyMap<AttachedFile, Picture>
  mark: string
  vision: boolean
  /** The bytes that their texts may take in the prompt. */
  most: number
}

interface PromptRequest {
  /** The text to continue. */
  begun: string
  /** The rules of an answer that may use the web. */
  web: string | null
  /** Whether the model may be called for a summary. */
  mayCall: () => Promise<boolean>
  signal: AbortSignal
}

/**
 * Builds the prompt: the system prompt with the description of the user, then the path of the chat to the question,
 * with the chosen versions of its answers and without deleted messages, as far as the context of the answering model
 * allows, and a summary of the rest; last, the text to continue.
 */
export async function buildTurns(
  deps: PromptDeps,
  claim: Claim,
  { begun, web, ...request }: PromptRequest,
): Promise<Prompt> {
  const { db, now } = deps
  const { user_id: userId, chat_id: chatId } = claim
  const [requested] = await selectRequested(db, { userId, messageId: claim.message_id })
  if (requested === undefined) throw new Error('the answer was deleted')
  const { seq, language, reply_to: questionId } = requested
  const model = await resolveModel(deps, requested.wanted_model)
  const { budget } = model
  const [path, described] = await Promise.all([
    readPath(db, { userId, chatId, questionId, seq }, new Set(readVersions(requested))),
    describeUser(db, userId, budget.memory),
  ])
  const vision = model.assistant.vision ?? false
  const questions = requested.has_files ? path.map((step) => step.questionId) : []
  const files = await readAttachedFiles(db, userId, questions)
  const mark = newDelimiter()
  const rules = systemPrompt(language, isoTime(now()).slice(0, 10), {
    web,
    files: files.size === 0 ? null : fileRules(mark),
    spoken: requested.request_mode === 'voice',
  })
  const system = described === null ? rules : `${rules}\n\n${described}`
  const tail = cutBegun(begun, budget)
  const space = budget.prompt - bytesOf(system) - bytesOf(tail) - (web === null ? 0 : budget.web)
  const { shown, summary, earlier } = await fitPath(deps, claim, {
    ...{ ...request, path, files, model, space, language },
    summariseAfter: requested.summarise_after,
  })
  const newestFirst = shown
    .flatMap((step) => (files.has(step.questionId) ? [files.get(step.questionId) ?? []] : []))
    .reverse()
  const { signal } = request
  const pictures = vision
    ? await readPictures(deps, newestFirst, { most: budget.pictures, signal })
    : new Map<AttachedFile, Picture>()
  const documents = newestThatFill(newestFirst, budget.files)
  const fileTexts = await readFileTexts(db, userId, { files: documents, most: budget.files })
  const texts = await readTexts(db, { userId, chatId }, shown)
  const isCut = earlier !== null && earlier.end !== earlier.summary
  const rest = earlier === null ? [] : [earlierRules(summary, mark, isCut)]
  const attached = { of: files, texts: fileTexts, pictures, mark, vision, most: budget.files }
  const said = toTurns(shown, texts, attached)
  const turns: Turn[] = [{ role: 'system', content: [system, ...rest].join('\n\n') }, ...said, ...goOnTurns(tail)]
  const webSpace = Math.max(budget.web, budget.prompt - measure(turns))
  return { turns, language, model, earlier, webSpace }
}

/** The bytes of turns with their files and pictures. */
const measure = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { content, files = '', pictures = [] }) =>
      sum + bytesOf(content) + bytesOf(files) + pictures.length * PICTURE_BYTES,
    0,
  )

/**
 * The position of an answer and its question, the user's language, what the chat says about its path, and whether the
 * user has attached a file to any message.
 */
const selectRequested = prepareQuery((db, value: Value<{ userId: number; messageId: string }>) =>
  db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .innerJoin('chats', (join) =>
      join.onRef('chats.user_id', '=', 'messages.user_id').onRef('chats.id', '=', 'messages.chat_id'),
    )
    .select(['messages.seq', 'messages.reply_to', 'messages.wanted_model', 'messages.request_mode', 'users.language'])
    .select(['chats.versions', 'chats.summarise_after'])
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

/** The files of the newest questions whose texts fill `most` bytes: those of older ones are only named. */
function newestThatFill(newestFirst: readonly (readonly AttachedFile[])[], most: number): AttachedFile[] {
  let left = most
  return newestFirst.flatMap((files) => {
    const isQuoted = left > 0
    left -= bytesOfTexts(files)
    return isQuoted ? files : []
  })
}

/** The steps as turns, oldest first; the newest files share what there is for files first. */
function toTurns(steps: readonly PathStep[], texts: ReadonlyMap<string, string>, attached: Attached): Turn[] {
  const turns: Turn[] = []
  let left = attached.most
  for (const { questionId, answerId } of steps.toReversed()) {
    const answered = answerId === null ? undefined : texts.get(answerId)
    if (answered !== undefined) turns.push({ role: 'assistant', content: answered })
    const turn: Turn = { role: 'user', content: texts.get(questionId) ?? '' }
    turns.push(turn)
    const files = attached.of.get(questionId)
    if (files === undefined) continue
    turn.files = quoteFiles(files, { ...attached, most: left })
    left -= Math.min(left, bytesOfTexts(files))
    turn.pictures = files.flatMap((file) => attached.pictures.get(file) ?? [])
  }
  return joinNeighbours(turns.reverse())
}
