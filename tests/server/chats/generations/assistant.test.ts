import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type AnswerChunk,
  type AnswerOptions,
  type Assistant,
  AssistantError,
  type Turn,
} from '#server/providers/assistant/assistant.ts'
import { createAssistant } from '#server/providers/assistant/create-assistant.ts'
import { openAiCompatible } from '#server/providers/assistant/openai-compatible.ts'
import { practice } from '#server/providers/assistant/practice.ts'
import type { ModelBehaviour } from '#support/fakes/model-script.ts'
import { startModelServer } from '#support/fakes/model-server.ts'

const model = await startModelServer()
afterAll(() => model.close())

const turns: Turn[] = [
  { role: 'system', content: 'Be honest.' },
  { role: 'user', content: 'Hello there' },
]
const settings = { baseUrl: null, model: null, apiKey: null, judgeModel: null, judgeRubric: 'judge-1' as const }

async function ask(
  assistant: Assistant,
  signal = new AbortController().signal,
  asked = turns,
  lookUp?: AnswerOptions['lookUp'],
) {
  const parts: AnswerChunk[] = []
  let failure: string | null = null
  try {
    for await (const part of assistant.answer(asked, { signal, language: 'en', ...(lookUp && { lookUp }) }))
      parts.push(part)
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    failure = error.code
  }
  const text = (kind: AnswerChunk['kind']) =>
    parts.map((part) => (part.kind === kind && 'text' in part ? part.text : '')).join('')
  const usage = parts.find((part) => part.kind === 'usage')?.usage
  return { answer: text('delta'), reasoning: text('reasoning'), usage, failure }
}

describe('a model behind an OpenAI-compatible server', () => {
  const assistant = (limits: { firstChunkMs?: number; idleMs?: number; totalMs?: number } = {}) =>
    openAiCompatible({ baseUrl: model.url, model: 'small-model', apiKey: 'key', ...limits })

  it('receives the turns and streams its answer in chunks with a token count', async () => {
    model.next({ tokens: ['Good ', 'day'] })
    expect(await ask(assistant())).toEqual({
      answer: 'Good day',
      reasoning: '',
      usage: { prompt_tokens: 2, completion_tokens: 2 },
      failure: null,
    })
    expect(model.requests.at(-1)).toMatchObject({ model: 'small-model', stream: true, messages: turns })
  })

  it('has its reasoning kept apart, from its own field or from think tags', async () => {
    model.next({ reasoning: ['Let me ', 'see.'], tokens: ['Yes.'] })
    expect(await ask(assistant())).toMatchObject({ reasoning: 'Let me see.', answer: 'Yes.' })
    model.next({ tokens: ['<th', 'ink>Let me ', 'see.</thi', 'nk>', 'Yes.'] })
    expect(await ask(assistant())).toMatchObject({ reasoning: 'Let me see.', answer: 'Yes.' })
  })

  it.each<[string, string[], { reasoning: string; answer: string }]>([
    [
      'after its first word',
      ['R1 puts <think> first', ', then </think>.'],
      { reasoning: '', answer: 'R1 puts <think> first, then </think>.' },
    ],
    [
      'after its reasoning',
      ['\n<think>They ask of <think>.</think>', '\n\nIt is <thi', 'nk>, I think.'],
      { reasoning: 'They ask of <think>.', answer: '\n\nIt is <think>, I think.' },
    ],
    ['as its beginning', ['<thi', 's> is no tag'], { reasoning: '', answer: '<this> is no tag' }],
    ['in half', [' <', 'think'], { reasoning: '', answer: ' <think' }],
    ['without its end', ['<think>a </', 'b> c</thin'], { reasoning: 'a </b> c</thin', answer: '' }],
    ['twice before it', ['<think>One.</think> <th', 'ink>Two.</think>Yes.'], { reasoning: 'One.Two.', answer: 'Yes.' }],
    [
      'letter by letter',
      [...'<think>Let me </see.</think>Use <think>x</think>.'],
      { reasoning: 'Let me </see.', answer: 'Use <think>x</think>.' },
    ],
  ])('keeps its whole text when it has a think tag %s', async (_, tokens, parts) => {
    model.next({ tokens })
    expect(await ask(assistant())).toMatchObject({ ...parts, failure: null })
  })

  it.each<[string, ModelBehaviour, string]>([
    ['is busy', { status: 429, retryAfter: 3 }, 'assistant_busy'],
    ['breaks', { status: 500 }, 'assistant_unreachable'],
    ['refuses', { status: 400 }, 'assistant_refused'],
    ['does not know the key', { status: 401 }, 'assistant_refused'],
    ['sends nonsense', { tokens: [], end: 'nonsense' }, 'assistant_broken'],
    ['ends without text', { tokens: [], end: 'truncate' }, 'assistant_broken'],
    ['hangs up', { tokens: [], end: 'destroy' }, 'assistant_broken'],
  ])('is reported with its own error code when it %s', async (_, behaviour, failure) => {
    model.next(behaviour)
    expect(await ask(assistant())).toMatchObject({ answer: '', failure })
  })

  it.each(['destroy', 'nonsense', 'truncate'] as const)(
    'keeps its text so far when its response ends with %s',
    async (end) => {
      model.next({ tokens: ['Half'], end })
      expect(await ask(assistant())).toMatchObject({ answer: 'Half', failure: 'assistant_broken' })
    },
  )

  it('is reported as broken off, with its text and token count, when its server ends it at a length limit', async () => {
    model.next({ tokens: ['Half ', 'a'], end: 'length' })
    const usage = { prompt_tokens: 2, completion_tokens: 2 }
    expect(await ask(assistant())).toMatchObject({ answer: 'Half a', failure: 'assistant_broken', usage })
  })

  it('is reported as refused, with its text so far, when a filter of its server ends it', async () => {
    model.next({ tokens: ['Half ', 'a'], end: 'content_filter' })
    expect(await ask(assistant())).toMatchObject({ answer: 'Half a', failure: 'assistant_refused' })
    model.next({ tokens: [], end: 'content_filter' })
    expect(await ask(assistant())).toMatchObject({ answer: '', failure: 'assistant_refused' })
  })

  it.each([1.5, -1, 1e300])('has no token count when its server reports %d tokens', async (prompt_tokens) => {
    model.next({ tokens: ['Good ', 'day'], usage: { prompt_tokens, completion_tokens: 2 } })
    expect(await ask(assistant())).toMatchObject({ answer: 'Good day', failure: null, usage: undefined })
  })

  it('is reported as unreachable when it does not listen', async () => {
    const nobody = openAiCompatible({ baseUrl: 'http://127.0.0.1:9/v1', model: 'none', apiKey: null })
    expect(await ask(nobody)).toMatchObject({ failure: 'assistant_unreachable' })
  })

  it('is aborted after a timeout without data, before the first chunk and between two', async () => {
    const first = model.next({ tokens: ['Late'], holdAt: 0 })
    expect(await ask(assistant({ firstChunkMs: 300 }))).toMatchObject({ failure: 'assistant_unreachable' })
    const second = model.next({ tokens: ['Half ', 'late'], holdAt: 1 })
    expect(await ask(assistant({ idleMs: 300 }))).toMatchObject({ answer: 'Half ', failure: 'assistant_unreachable' })
    await Promise.all([first.cancelled(), second.cancelled()])
  })

  it.each([true, false])(
    'is aborted when the first chunk of a request is late, also after a look-up, with the headers late: %s',
    async (areHeadersHeld) => {
      const first = model.next({ tokens: ['Late'], holdAt: 0, areHeadersHeld })
      expect(await ask(assistant({ firstChunkMs: 300 }))).toMatchObject({ failure: 'assistant_unreachable' })
      model.next({ tokens: ['Let me see.'], searches: ['the news'] })
      const second = model.next({ tokens: ['Late'], holdAt: 0, areHeadersHeld })
      const lookUp = async () => ({ text: 'Nothing new', sources: [], more: true })
      const parts = await ask(assistant({ firstChunkMs: 2_000 }), undefined, turns, lookUp)
      expect(parts).toMatchObject({ answer: 'Let me see.', failure: 'assistant_unreachable' })
      await Promise.all([first.cancelled(), second.cancelled()])
    },
  )

  it('may take as long to its first chunk as the settings say', async () => {
    const script = model.next({ tokens: ['Late'], holdAt: 0, areHeadersHeld: true })
    const set = { assistant: { ...settings, baseUrl: model.url }, firstChunkMs: 300 }
    expect(await ask(await createAssistant(set, { probeMs: 10_000 }))).toMatchObject({
      failure: 'assistant_unreachable',
    })
    await script.cancelled()
  })

  it('is aborted when its answer exceeds the time limit', async () => {
    const dripping = model.next({ tokens: Array.from({ length: 10_000 }, () => 'drip '), paceMs: 5 })
    const { answer, failure } = await ask(assistant({ idleMs: 60_000, totalMs: 200 }))
    expect(failure).toBe('assistant_unreachable')
    expect(answer).toContain('drip')
    await dripping.cancelled()
  })

  it('is disconnected at once when the answer is stopped', async () => {
    const stop = new AbortController()
    const script = model.next({ tokens: ['Half ', 'more'], holdAt: 1 })
    const answer = ask(assistant(), stop.signal)
    await script.sent(1)
    stop.abort()
    expect((await answer).failure).toBeNull()
    await script.cancelled()
  })
})

describe('the choice of an assistant', () => {
  it('follows the settings, and takes the server’s first model when none is named', async () => {
    const named = await createAssistant({ assistant: { ...settings, baseUrl: model.url, model: 'mine' } })
    expect(named).toMatchObject({ name: 'mine', kind: 'model' })
    const unnamed = { assistant: { ...settings, baseUrl: `${model.url}/` } }
    const first = await createAssistant(unnamed, { probeMs: 10_000 })
    expect(first).toMatchObject({ name: 'small-model', kind: 'model' })
    model.next({ tokens: ['Here'] })
    expect(await ask(first)).toMatchObject({ answer: 'Here' })
  })

  it('does not wait for an unreachable server, and tries it again with each question', async () => {
    const late = await createAssistant({ assistant: { ...settings, baseUrl: 'http://127.0.0.1:9/v1' } })
    expect(late).toMatchObject({ name: '127.0.0.1:9', kind: 'model' })
    expect(await ask(late)).toMatchObject({ failure: 'assistant_unreachable' })
  })

  it('finds Ollama on this machine, else takes the practice assistant', async () => {
    const found = await createAssistant({ assistant: settings }, { ollamaUrl: model.url, probeMs: 10_000 })
    expect(found).toMatchObject({ name: 'small-model', kind: 'model' })
    const none = await createAssistant({ assistant: settings }, { ollamaUrl: 'http://127.0.0.1:9/v1' })
    expect(none.kind).toBe('practice')
    expect((await createAssistant({ assistant: settings }, { probe: false })).kind).toBe('practice')
  })

  it('ignores another service on Ollama’s port, and does not wait for one that never responds', async () => {
    const silent = createServer((request, response) => {
      if (request.url?.startsWith('/html')) response.end('<html>')
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    for (const path of ['html', 'silence']) {
      const found = await createAssistant({ assistant: settings }, { ollamaUrl: `http://127.0.0.1:${port}/${path}` })
      expect(found.kind).toBe('practice')
    }
    silent.closeAllConnections()
    silent.close()
  })
})

describe('the practice assistant', () => {
  const quick = practice({ wordMs: 0 })
  const say = (content: string, before: Turn[] = []) => ask(quick, undefined, [...before, { role: 'user', content }])

  it('says that it is a practice assistant, and gives the same answer to the same question', async () => {
    const once = await say('Should I tell a friend the truth?')
    expect(once.answer).toContain('practice assistant')
    expect(once.answer).toContain('> Should I tell a friend the truth?')
    expect(await say('Should I tell a friend the truth?')).toEqual(once)
    expect(once.usage?.completion_tokens).toBeGreaterThan(20)
  })

  it('answers in the language of the question', async () => {
    expect((await say('¿Debo decirle la verdad a mi amiga?')).answer).toContain('asistente de práctica')
    expect((await say('42')).answer).toContain('practice assistant')
  })

  it('sometimes includes reasoning and lists', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => say(`What about thing number ${i}?`)))
    for (const mark of [
      (one: (typeof all)[0]) => one.reasoning !== '',
      (one: (typeof all)[0]) => /^- /m.test(one.answer),
    ]) {
      const count = all.filter(mark).length
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThan(12)
    }
  })

  it('counts the questions of the chat', async () => {
    const before: Turn[] = [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Yes' },
    ]
    expect((await say('Two', before)).answer).toContain('question 2')
  })
})
