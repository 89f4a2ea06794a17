import type { ServerResponse } from 'node:http'
import type { SeenRequest } from './model-script.ts'

type Six<T> = Record<'truth' | 'fairness' | 'wisdom' | 'duty' | 'safety' | 'liberty', T>
export interface Assessed {
  quote: string
  reason: string
  score: number | null
}

/** The behaviour of the model as a judge. */
export interface JudgeBehaviour {
  /** The response, whatever it is. */
  says?: unknown
  /** The HTTP status of the response instead. */
  status?: number
  /** The response waits for this promise. */
  after?: Promise<unknown>
}

export interface JudgeSide {
  /** The response to the next request for scores. */
  next(...behaviours: JudgeBehaviour[]): void
  otherwise: JudgeBehaviour
  /** The requests, oldest first. */
  requests: SeenRequest[]
}

/** A reading with these scores, in the order of the hexagon, and without quotes unless given. */
export function readingOf(
  [truth, fairness, wisdom, duty, safety, liberty]: readonly (number | null)[],
  quotes: Partial<Six<string>> = {},
): Six<Assessed> {
  const assessed = (axis: keyof Six<string>, score: number | null = null): Assessed => ({
    quote: quotes[axis] ?? '',
    reason: `About ${axis}.`,
    score,
  })
  return {
    truth: assessed('truth', truth),
    fairness: assessed('fairness', fairness),
    wisdom: assessed('wisdom', wisdom),
    duty: assessed('duty', duty),
    safety: assessed('safety', safety),
    liberty: assessed('liberty', liberty),
  }
}

const good: JudgeBehaviour = { says: readingOf([90, 80, 70, 80, 90, 70]) }

/** The judge of a model server: requests for scores never use the scripts of questions. */
export function createJudgeSide() {
  const scripts: JudgeBehaviour[] = []
  const side: JudgeSide = { next: (...behaviours) => void scripts.push(...behaviours), otherwise: good, requests: [] }

  async function judge(response: ServerResponse, asked: SeenRequest): Promise<void> {
    side.requests.push(asked)
    const { says, status, after } = scripts.shift() ?? side.otherwise
    await after
    if (response.destroyed) return
    response.writeHead(status ?? 200, { 'content-type': 'application/json' })
    if (status !== undefined) return void response.end(JSON.stringify({ error: { message: 'no', type: 'error' } }))
    const content = typeof says === 'string' ? says : JSON.stringify(says)
    response.end(
      JSON.stringify({
        id: 'chatcmpl-2',
        object: 'chat.completion',
        created: 1_700_000_000,
        model: asked.model,
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
      }),
    )
  }

  return {
    side,
    judge,
    isForJudge: ({ messages }: SeenRequest) => /You score one answer/.test(messages[0]?.content ?? ''),
  }
}
