import type { GenerationFailure } from '#contract/errors.ts'
import type { Usage } from '#contract/stream.ts'

/** A generation that this process claimed. `attempts` distinguishes this claim from a later one of the same process. */
export interface Claim {
  id: number
  user_id: number
  chat_id: string
  message_id: string
  attempts: number
  /** The number of chunks taken over from the answer that this one continues. */
  begun: number
  created_at: string
}

/** Why a job ends before the model does. `lost`: another process took it over, so nothing may be written any more. */
export type EndReason = 'stopped' | 'shutdown' | 'lost'

export interface Chunk {
  kind: 'reasoning' | 'delta'
  text: string
}

/**
 * How an answer ended. `interrupted` keeps partial text, with the failure that caused it unless a user stopped it;
 * `failed` has a failure and no answer text.
 */
export interface Outcome {
  status: 'complete' | 'interrupted' | 'failed'
  failure: GenerationFailure | null
  content: string
  reasoning: string
  usage: Usage | null
  /** The model that has written it; without it, the one that was to write it. */
  model?: string | undefined
}

/** A claimed generation while it is being written. */
export interface Job {
  readonly claim: Claim
  readonly controller: AbortController
  ended: EndReason | null
  content: string
  reasoning: string
  /** Characters of content and reasoning that were taken over from the continued answer. */
  begunWith: number
  /** The number of the last stored chunk. */
  stored: number
  pending: Chunk[]
  outcome: Outcome | null
  settle: (stored: boolean) => void
}

export function createJob(claim: Claim): Job {
  return {
    claim,
    controller: new AbortController(),
    ended: null,
    content: '',
    reasoning: '',
    begunWith: 0,
    stored: 0,
    pending: [],
    outcome: null,
    settle: () => {},
  }
}

/** Aborts a job's model call; the first reason is final, except that `lost` replaces any other. */
export function endJob(job: Job, reason: EndReason): void {
  if (job.ended === null || reason === 'lost') job.ended = reason
  job.controller.abort()
}
