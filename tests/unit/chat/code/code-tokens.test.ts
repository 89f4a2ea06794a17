import { expect, test } from 'vitest'
import { cutLines } from '#features/chat/code/cut-lines.ts'
import { handleHighlightRequest } from '#features/chat/code/handle-highlight-request.ts'
import { type Answer, parseAnswer } from '#features/chat/code/highlight-messages.ts'

/** As it is received by the page. */
const ask = (code: string, language: string): Answer[] =>
  [...handleHighlightRequest({ id: 7, code, language })].map(
    (answer) => parseAnswer(structuredClone(answer)) ?? raise(answer),
  )

function raise(answer: unknown): never {
  throw new Error(`the page does not take ${JSON.stringify(answer)}`)
}

const tokensOf = (answers: readonly Answer[]) =>
  answers.flatMap((answer) => (answer.type === 'chunk' ? answer.tokens : []))

test('tokens of code have our own kinds, and no text between them is lost', () => {
  const code = "const answer = 42 // it's known\nconst text = 'yes'"
  const answers = ask(code, 'typescript')
  expect(answers).toHaveLength(1)
  expect(answers[0]).toMatchObject({ type: 'chunk', id: 7, isLast: true })
  const tokens = tokensOf(answers)
  expect(tokens).toEqual(
    expect.arrayContaining([
      ['keyword', 'const'],
      ['number', '42'],
      ['comment', "// it's known"],
      ['string', "'yes'"],
    ]),
  )
  expect(tokens.map(([, text]) => text).join('')).toBe(code)
})

test('text without a kind inside a token takes the kind of that token, and adjacent tokens of a kind are merged', () => {
  const tokens = tokensOf(ask(`\`a \${b} c\``, 'javascript'))
  expect(tokens).toEqual([['string', `\`a \${b} c\``]])
  expect(tokensOf(ask('<a href="b">', 'xml'))).toEqual([
    ['text', '<'],
    ['keyword', 'a'],
    ['text', ' '],
    ['attribute', 'href'],
    ['text', '='],
    ['string', '"b"'],
    ['text', '>'],
  ])
})

test('long code is tokenised in the chunks that the page shows, and a token across two chunks has its kind in both', () => {
  const code = `${'const a = 1\n\n'.repeat(400)}/*\n\n${'const b\n\n'.repeat(400)}*/`
  const answers = ask(code, 'javascript')
  const chunks = answers.map((answer) => tokensOf([answer]))
  expect(chunks.map((tokens) => tokens.map(([, text]) => text).join(''))).toEqual(cutLines(code))
  expect(chunks.length).toBeGreaterThan(4)
  expect(answers.map((answer) => answer.type === 'chunk' && answer.isLast)).toEqual([
    ...answers.slice(1).map(() => false),
    true,
  ])
  expect(chunks.slice(-2).map((tokens) => tokens.map(([kind]) => kind))).toEqual([['comment'], ['comment']])
})

test('empty code is one empty chunk', () => {
  expect(ask('', 'json')).toEqual([{ type: 'chunk', id: 7, tokens: [], isLast: true }])
})

test.each(['whitespace', 'constructor', ''])('the language %j gets a failure response', (language) => {
  expect(ask('a', language)).toEqual([{ type: 'failed', id: 7 }])
})

test.each([null, 'code', { id: '7', code: 'a', language: 'js' }, { id: 7, language: 'js' }])(
  'an invalid request gets no response: %j',
  (data) => {
    expect([...handleHighlightRequest(data)]).toEqual([])
  },
)

test('code is split after line ends as often as needed, and nothing is lost', () => {
  const line = `${'x'.repeat(99)}\n`
  const chunks = cutLines(line.repeat(100))
  expect(chunks.join('')).toBe(line.repeat(100))
  expect(chunks.length).toBeGreaterThan(4)
  for (const chunk of chunks) expect(chunk).toMatch(/^x.*x\n$/s)
  expect(cutLines('x'.repeat(9000))).toHaveLength(1)
  expect(cutLines('')).toEqual([''])
})

test('code that grows keeps its earlier chunks', () => {
  const line = `${'x'.repeat(99)}\n`
  const before = cutLines(line.repeat(50))
  const after = cutLines(line.repeat(90))
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  expect(after.length).toBeGreaterThan(before.length)
})
