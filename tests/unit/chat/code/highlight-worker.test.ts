import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer, Question } from '#features/chat/code/highlight-messages.ts'
import type { requestHighlight } from '#features/chat/code/highlighter-client.ts'

/** Stands in for a browser's worker, which cannot be made to crash; a real one runs in code-colours.test.tsx. */
class StandIn extends EventTarget {
  static made: StandIn[] = []
  readonly asked: Question[] = []
  readonly listened: AbortSignal[] = []
  ended = false

  constructor() {
    super()
    StandIn.made.push(this)
  }

  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    const [, , options] = given
    if (typeof options === 'object' && options.signal) this.listened.push(options.signal)
    super.addEventListener(...given)
  }

  postMessage(question: Question): void {
    this.asked.push(question)
  }

  terminate(): void {
    this.ended = true
  }

  says(data: Answer | string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  get left(): boolean {
    return this.ended && this.listened.length === 3 && this.listened.every(({ aborted }) => aborted)
  }
}

let ask: typeof requestHighlight

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  StandIn.made = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('Worker', StandIn)
  vi.stubGlobal('navigator', { onLine: true })
  ask = (await import('#features/chat/code/highlighter-client.ts')).requestHighlight
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const chunk = (id: number, text: string, isLast = true): Answer => ({
  type: 'chunk',
  id,
  tokens: [['keyword', text]],
  isLast,
})

test('one worker is created on first use for all requests, and each gets its own chunks in order', async () => {
  expect(StandIn.made).toHaveLength(0)
  const [first, second] = [ask('a b', 'go'), ask('c', 'go')]
  const [worker, ...more] = StandIn.made
  expect(more).toHaveLength(0)
  expect(worker?.asked).toEqual([
    { id: 1, code: 'a b', language: 'go' },
    { id: 2, code: 'c', language: 'go' },
  ])
  worker?.says(chunk(1, 'a ', false))
  worker?.says(chunk(2, 'c'))
  worker?.says(chunk(1, 'b'))
  await expect(first).resolves.toEqual([[['keyword', 'a ']], [['keyword', 'b']]])
  await expect(second).resolves.toEqual([[['keyword', 'c']]])
  expect(vi.getTimerCount()).toBe(0)
  expect(worker?.ended).toBe(false)
})

test('code that the worker cannot highlight stays plain, and the worker stays', async () => {
  const plain = ask('a', 'whitespace')
  StandIn.made[0]?.says({ type: 'failed', id: 1 })
  await expect(plain).resolves.toBeNull()
  void ask('b', 'go')
  expect(StandIn.made).toHaveLength(1)
  expect(StandIn.made[0]?.asked).toHaveLength(2)
})

test.each([
  ['crashes', (worker: StandIn) => worker.dispatchEvent(new Event('error'))],
  ['sends a message that cannot be decoded', (worker: StandIn) => worker.dispatchEvent(new Event('messageerror'))],
  ['sends an unknown message', (worker: StandIn) => worker.says('hello')],
  ['responds to an unknown request', (worker: StandIn) => worker.says(chunk(9, 'x'))],
  ['is silent for a minute', () => vi.advanceTimersByTime(60_000)],
])(
  'a worker that %s is terminated, its requests stay plain, and the next request gets a new worker',
  async (_what, happens) => {
    const [first, second] = [ask('a', 'go'), ask('b', 'go')]
    const worker = StandIn.made[0]
    if (worker) happens(worker)
    await expect(Promise.all([first, second])).resolves.toEqual([null, null])
    expect(worker?.left).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    const next = ask('c', 'go')
    expect(StandIn.made).toHaveLength(2)
    // Messages of the terminated worker are ignored.
    worker?.says(chunk(3, 'wrong'))
    StandIn.made[1]?.says(chunk(3, 'c'))
    await expect(next).resolves.toEqual([[['keyword', 'c']]])
  },
)

test('a worker that makes progress has no time limit', async () => {
  const code = ask('a b', 'go')
  for (const _minute of [1, 2, 3]) {
    vi.advanceTimersByTime(50_000)
    StandIn.made[0]?.says(chunk(1, 'a', false))
  }
  StandIn.made[0]?.says(chunk(1, 'b'))
  expect(await code).toHaveLength(4)
})

test('no third worker is created after two that failed, and a response between them resets the count', async () => {
  const fail = async () => {
    const code = ask('a', 'go')
    StandIn.made.at(-1)?.dispatchEvent(new Event('error'))
    expect(await code).toBeNull()
  }
  await fail()
  const good = ask('a', 'go')
  StandIn.made.at(-1)?.says(chunk(2, 'a'))
  expect(await good).not.toBeNull()
  await fail()
  await fail()
  expect(StandIn.made).toHaveLength(3)
  await expect(ask('b', 'go')).resolves.toBeNull()
  expect(StandIn.made).toHaveLength(3)
})

test('a worker that cannot be fetched offline does not count as failed', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (let n = 0; n < 4; n++) {
    const code = ask('a', 'go')
    StandIn.made.at(-1)?.dispatchEvent(new Event('error'))
    expect(await code).toBeNull()
  }
  expect(StandIn.made).toHaveLength(4)
})

test('code stays plain in a browser without workers', async () => {
  vi.stubGlobal('Worker', undefined)
  await expect(ask('a', 'go')).resolves.toBeNull()
  await expect(ask('b', 'go')).resolves.toBeNull()
})
