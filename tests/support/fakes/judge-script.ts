import type { ServerResponse } from 'node:http'
import type { SeenRequest } from './model-server.ts'

type Six<T> = Record<'truth' | 'fairness' | 'wisdom' | 'duty' | 'safety' | 'liberty', T>
export interface Assessed {
  quote: string
  reason: string
  score: number | null
}

/** What the model does when it is asked to judge. */
export interface JudgeBehaviour {
  /** What it says, whatever it is. */
  says?: unknown
  /** Answers with this status instead. */
  status?: number
  /** Says nothing before this. */
  after?: Promise<unknown>
}

export interface JudgeSide {
  /** How the next request for scores is answered. */
  next(...behaviours: JudgeBehaviour[]): void
  otherwise: JudgeBehaviour
  /** What was asked, oldest first. */
  requests: SeenRequest[]
}

/** A reading with these numbers, in the order of the hexagon, and nothing quoted unless it is said. */
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

/** The judging side of a model server: requests for scores never take the scripts of questions. */
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
