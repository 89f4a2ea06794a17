import * as v from 'valibot'

/** What a part of code is, as far as that shows: `text` has no colour of its own. */
const Kind = v.picklist(['text', 'comment', 'keyword', 'string', 'number', 'title', 'type', 'attribute', 'deletion'])
export type Kind = v.InferOutput<typeof Kind>

const Token = v.tuple([Kind, v.string()])
export type Token = v.InferOutput<typeof Token>

const Question = v.object({ id: v.number(), code: v.string(), language: v.string() })
/** Asks the worker for the colours of this code. */
export type Question = v.InferOutput<typeof Question>

const Answer = v.variant('type', [
  v.object({ type: v.literal('chunk'), id: v.number(), tokens: v.array(Token), isLast: v.boolean() }),
  v.object({ type: v.literal('failed'), id: v.number() }),
])
/** What the worker says to a question: pieces that are the code when they are put together, or that it has no colours. */
export type Answer = v.InferOutput<typeof Answer>

/** Null for anything else. */
export function parseQuestion(data: unknown): Question | null {
  const parsed = v.safeParse(Question, data)
  return parsed.success ? parsed.output : null
}

/** Null for anything else. */
export function parseAnswer(data: unknown): Answer | null {
  const parsed = v.safeParse(Answer, data)
  return parsed.success ? parsed.output : null
}
