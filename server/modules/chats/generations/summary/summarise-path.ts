import type { Language } from '#contract/primitives.ts'
import { retryWhileBusy } from '../../../../db/retry-while-busy.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { newDelimiter } from '../../../../lib/text/new-delimiter.ts'
import { bytesOf } from '../../../../lib/text/text-bytes.ts'
import { isoTime } from '../../../../lib/time.ts'
import type { AnsweringModel } from '../../../../providers/assistant/create-models.ts'
import { addTokens } from '../../../usage/usage.repository.ts'
import { type PathStep, readTexts } from '../../path.repository.ts'
import type { PathSummary } from '../../summaries.repository.ts'
import type { Claim } from '../job.ts'
import { type AttachedFile, quoteFiles, readFileTexts } from '../prompt/attached-files.ts'
import { storeSummary } from './store-summary.ts'
import { MESSAGE_BYTES, type Said, summaryTurns } from './summary-prompt.ts'
import { writeSummary } from './write-summary.ts'

/** Calls of the model before one answer; what is left of a very long chat is summarised before its next answers. */
const CALLS_MAX = 4
/** Bytes of a question's files that are summarised. */
const FILE_BYTES = 4_000
/** A summary that failed is not tried again so soon, because each attempt delays an answer and costs tokens. */
const PAUSE_MS = 10 * 60_000

type Deps = Pick<Dependencies, 'db' | 'engine' | 'log' | 'now'>

export interface SummaryRequest {
  path: readonly PathStep[]
  files: ReadonlyMap<string, readonly AttachedFile[]>
  /** The model that answers: it writes the summary, and gets it in its prompt. */
  model: AnsweringModel
  language: Language
  signal: AbortSignal
}

/**
 * Summarises a path up to the step at `to`, from the end of the summary `known` on, in as many calls as the model's
 * context requires. The result of each call is stored, so that the next answer continues from it. Returns the newest
 * summary; when the model fails, that of the last call that succeeded, or `known` if none did.
 */
export async function summarisePath(
  deps: Deps,
  claim: Claim,
  { known, to, ...request }: SummaryRequest & { known: PathSummary | null; to: number },
): Promise<PathSummary | null> {
  const { path, model, language, signal } = request
  const { assistant, budget, id } = model
  const most = budget.summary
  let newest = known
  for (let calls = 0; calls < CALLS_MAX && (newest?.at ?? -1) < to; calls += 1) {
    const base = newest?.at ?? -1
    const mark = newDelimiter()
    const promptOf = (said: readonly Said[], space: number) =>
      summaryTurns({ former: newest?.content ?? null, said }, { language, mark, space, most })
    const space = promptOf([], 0).reduce((left, { content }) => left - bytesOf(content), budget.prompt)
    const at = lastThatFits(request, { base, to, space })
    const steps = path.slice(base + 1, at + 1)
    const said = await retryWhileBusy(() => readSaid(deps, claim, { ...request, steps, mark }), signal)
    const { content, tokens } = await writeSummary(assistant, promptOf(said, space), { language, most, signal })
    if (content === null) {
      await retryWhileBusy(() => recordFailure(deps, claim, { tokens, model: id, isStopped: signal.aborted }), signal)
      return newest
    }
    const made = { path, at, base, content, tokens, model: id }
    if (!(await retryWhileBusy(() => storeSummary(deps, claim, made), signal))) return newest
    newest = { at, content }
  }
  return newest
}

/** The last step up to `to` with which the steps after `base` fit into one call; at least the one after `base`. */
function lastThatFits(
  { path, files }: Pick<SummaryRequest, 'path' | 'files'>,
  { base, to, space }: { base: number; to: number; space: number },
): number {
  let at = base
  let size = 0
  while (at < to) {
    const { questionId = '', answerId = null, bytes = 0 } = path[at + 1] ?? {}
    size += bytes + (answerId === null ? 1 : 2) * MESSAGE_BYTES + (files.has(questionId) ? FILE_BYTES : 0)
    if (size > space && at > base) break
    at += 1
  }
  return at
}

async function readSaid(
  { db }: Deps,
  { user_id: userId, chat_id: chatId }: Claim,
  { files, steps, mark }: Pick<SummaryRequest, 'files'> & { steps: readonly PathStep[]; mark: string },
): Promise<Said[]> {
  const texts = await readTexts(db, { userId, chatId }, steps)
  const ofSteps = steps.flatMap(({ questionId }) => files.get(questionId) ?? [])
  const fileTexts = await readFileTexts(db, userId, { files: ofSteps, most: FILE_BYTES })
  return steps.flatMap(({ questionId, answerId }): Said[] => {
    const questionText = texts.get(questionId) ?? ''
    const attached = files.get(questionId)
    const quoted = attached && quoteFiles(attached, { mark, most: FILE_BYTES, texts: fileTexts, vision: true })
    const text = [questionText, quoted].filter((part) => part !== undefined && part !== '').join('\n\n')
    const answered = answerId === null ? undefined : texts.get(answerId)
    return [{ by: 'person', text }, ...(answered === undefined ? [] : [{ by: 'assistant' as const, text: answered }])]
  })
}

/** Counts the tokens of a failed attempt, and unless it was stopped, ends attempts for a while. */
async function recordFailure(
  { db, log, now }: Deps,
  { id, user_id, chat_id, message_id }: Claim,
  { tokens, model, isStopped }: { tokens: number; model: string; isStopped: boolean },
): Promise<void> {
  await addTokens(db, { user_id, message_id }, { tokens, model, at: isoTime(now()) })
  if (isStopped) return
  log.warn({ generation: id }, 'the beginning of a chat could not be summarised')
  await db
    .updateTable('chats')
    .set({ summarise_after: isoTime(now() + PAUSE_MS) })
    .where('user_id', '=', user_id)
    .where('id', '=', chat_id)
    .execute()
}
