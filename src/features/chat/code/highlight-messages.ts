import * as v from 'valibot'

/** The kind of a token, which decides its colour; `text` has the default colour. */
const Kind = v.picklist(['text', 'comment', 'keyword', 'string', 'number', 'title', 'type', 'attribute', 'deletion'])
export type Kind = v.InferOutput<typeof Kind>

const Token = v.tuple([Kind, v.string()])
export type Token = v.InferOutput<typeof Token>

const Question = v.object({ id: v.number(), code: v.string(), language: v.string() })
/** A request to the worker for the colours of this code. */
export type Question = v.InferOutput<typeof Question>

const Answer = v.variant('type', [
  v.object({ type: v.literal('chunk'), id: v.number(), tokens: v.array(Token), isLast: v.boolean() }),
  v.object({ type: v.literal('failed'), id: v.number() }),
])
/** One of the worker's answers to a request: the tokens of the next piece of the code, or a failure. */
export type Answer = v.InferOutput<typeof Answer>

/** Returns null for anything that is not a valid request. */
export function parseQuestion(data: unknown): Question | null {
  const parsed = v.safeParse(Question, data)
  return parsed.success ? parsed.output : null
}

/** Returns null for anything that is not a valid answer. */
export function parseAnswer(data: unknown): Answer | null {
  const parsed = v.safeParse(Answer, data)
  return parsed.success ? parsed.output : null
}
