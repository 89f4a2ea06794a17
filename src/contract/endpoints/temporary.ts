import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ANSWER_MAX, MESSAGE_MAX, TEMPORARY_BODY_MAX, TEMPORARY_EXCHANGES_MAX } from '../limits.ts'
import { boundedArray, says } from '../primitives.ts'

const Question = v.pipe(v.string(says('content_required')), v.maxLength(MESSAGE_MAX, says('too_long')))
const Answered = v.pipe(v.string(says('invalid')), v.maxLength(ANSWER_MAX, says('too_long')))

/** Nothing of it is stored, so each request contains the whole conversation. */
export const TemporaryQuestion = v.object({
  question: v.pipe(
    Question,
    v.check((text) => text.trim() !== '', says('content_required')),
  ),
  /** What was said before, oldest first; `answer` is empty when there was none. */
  earlier: boundedArray(v.object({ question: Question, answer: Answered }), TEMPORARY_EXCHANGES_MAX),
  /** The text of the interrupted answer that this one continues; the stream has only what follows. */
  begun: v.optional(Answered),
})
export type TemporaryQuestion = v.InferOutput<typeof TemporaryQuestion>

export const answerTemporarily = endpoint({
  method: 'POST',
  path: '/companion/temporary/answer/',
  summary:
    'Answers in a temporary chat: streams the answer and its scores and stores neither them nor the question; the answer ends when the client disconnects',
  access: 'user',
  body: TemporaryQuestion,
  bodyMax: TEMPORARY_BODY_MAX,
  responses: { 200: 'event-stream' },
  errors: ['subscription_required', 'limit_reached'],
})
