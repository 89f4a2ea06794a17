import type { GenerationFailure } from '#contract/errors.ts'
import { ANSWER_MAX } from '#contract/limits.ts'
import type { EarlierMessages } from '#contract/objects/chat.ts'
import type { Usage } from '#contract/stream.ts'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createChunkCleaner } from '../../../lib/text/clean-text.ts'
import { newDelimiter } from '../../../lib/text/new-delimiter.ts'
import { untilAborted } from '../../../lib/until-aborted.ts'
import { AssistantError } from '../../../providers/assistant/assistant.ts'
import type { AnsweringModel } from '../../../providers/assistant/create-models.ts'
import { hasTokensLeft } from '../../usage/use-cases/check-quota.ts'
import type { Claim, Job, Outcome } from './job.ts'
import { buildTurns, type PromptDeps } from './prompt/build-turns.ts'
import { answerFromWeb } from './search/answer-from-web.ts'
import { createLookUp } from './search/create-look-up.ts'
import { searchRules } from './search/quote-sources.ts'
import { readQuestionForWeb } from './search/read-question.ts'
import type { Writer } from './writer/writer.ts'
import { readWrittenChunks } from './writer/written-chunks.ts'

/** Calls the model and stores its chunks until the end. Null when the job was lost or is requeued. */
export async function runGeneration(deps: Dependencies, writer: Writer, job: Job): Promise<Outcome | null> {
  const { log } = deps
  const { signal } = job.controller
  let failure: GenerationFailure | null = null
  let usage: Usage | null = null
  let model: AnsweringModel | undefined
  const clean = { reasoning: createChunkCleaner(), delta: createChunkCleaner() }
  try {
    // When the lease can no longer be renewed, the writer aborts the signal.
    const prepared = await retryWhileBusy(() => prepare(deps, job), signal)
    if (prepared === 'limit_reached') return outcomeOf(job, 'limit_reached', null)
    const { turns, language, web, webSpace } = prepared
    model = prepared.model
    const { assistant } = model
    const answer =
      web === null
        ? assistant.answer(turns, { signal, language })
        : answerFromWeb(
            { ...deps, assistant },
            {
              turns,
              question: web.question,
              lookUp: createLookUp(deps, job.claim, {
                ...{ mark: web.mark, language, signal },
                ...{ most: model.budget.web, space: webSpace },
              }),
            },
            { signal, language },
          )
    for await (const chunk of untilAborted(answer, signal)) {
      if (chunk.kind === 'usage') {
        usage = chunk.usage
        continue
      }
      const text = clean[chunk.kind](chunk.text)
      if (text === '') continue
      if (chunk.kind === 'delta') job.content += text
      else job.reasoning += text
      writer.add(job, { kind: chunk.kind, text })
      if (job.content.length + job.reasoning.length > ANSWER_MAX) {
        failure = 'assistant_broken'
        break
      }
    }
  } catch (error) {
    failure = error instanceof AssistantError ? error.code : 'assistant_broken'
    // A provider's error may quote the chat, so only its kind is logged.
    const kind = error instanceof Error ? error.name : typeof error
    if (job.ended === null) log.warn({ generation: job.claim.id, code: failure, kind }, 'an answer failed')
  }
  const outcome = outcomeOf(job, failure, usage)
  return outcome && { ...outcome, model: model?.id }
}

/** Reads in parallel what the prompt needs and whether there are tokens for it: the answer waits for both. */
async function prepare(deps: PromptDeps, job: Job) {
  await loadContinuedText(deps.db, job)
  const left = hasTokensLeft(deps, job.claim.user_id)
  const [hasLeft, prompted] = await Promise.all([left, prompt(deps, job, () => left)])
  return hasLeft ? prompted : ('limit_reached' as const)
}

async function prompt(deps: PromptDeps, job: Job, mayCall: () => Promise<boolean>) {
  const { db } = deps
  const question = await readQuestionForWeb(db, job.claim)
  const web = question === null ? null : { question, mark: newDelimiter() }
  const rules = web === null ? null : searchRules(web.mark)
  const { signal } = job.controller
  const prompted = await buildTurns(deps, job.claim, { begun: job.content, web: rules, mayCall, signal })
  await storeEarlier(db, job.claim, prompted.earlier)
  return { web, ...prompted }
}

/** Stored before the answer begins, so that an answer which another process ends has it too. */
async function storeEarlier(db: Dependencies['db'], claim: Claim, earlier: EarlierMessages | null): Promise<void> {
  if (earlier === null) return
  await db
    .updateTable('messages')
    .set({ earlier_end: earlier.end, earlier_summary: earlier.summary })
    .where('user_id', '=', claim.user_id)
    .where('id', '=', claim.message_id)
    .execute()
}

/** Loads the text that a continued answer begins with: the stored chunks of the interrupted one. */
async function loadContinuedText(db: Dependencies['db'], job: Job): Promise<void> {
  if (job.claim.begun === 0) return
  const { count, content, reasoning } = await readWrittenChunks(db, job.claim.id)
  Object.assign(job, { stored: count, content, reasoning, begunWith: content.length + reasoning.length })
}

function outcomeOf(job: Job, failure: GenerationFailure | null, usage: Usage | null): Outcome | null {
  const { content, reasoning } = job
  const isUntouched = content.length + reasoning.length === job.begunWith
  const answered = content.trim() !== ''
  if (job.ended === 'lost') return null
  if (job.ended === 'shutdown' && isUntouched) return null
  if (job.ended !== null) {
    const cause = job.ended === 'shutdown' ? 'assistant_broken' : null
    return { status: 'interrupted', failure: cause, content, reasoning, usage }
  }
  // The model added nothing to the text that it should continue, so the text remains as it was.
  const isEmpty = isUntouched && failure === null
  if (answered && isEmpty) return { status: 'interrupted', failure: 'assistant_empty', content, reasoning, usage }
  if (answered) return { status: failure === null ? 'complete' : 'interrupted', failure, content, reasoning, usage }
  return { status: 'failed', failure: failure ?? 'assistant_empty', content: '', reasoning, usage }
}
