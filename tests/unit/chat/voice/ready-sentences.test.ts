import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readySentences } from '#features/chat/voice/ready-sentences.ts'

const ready = (text: string, isFinished = false) => readySentences(text, { isFinished, fallback: 'en' })

test('the last sentence of an answer that is being written is held back, as it may go on', () => {
  expect(ready('It costs 3').sentences).toEqual([])
  expect(ready('It costs 3.50 today. And tom').sentences).toEqual(['It costs 3.50 today.'])
  expect(ready('It costs 3.50 today. And tomorrow?', true).sentences).toEqual(['It costs 3.50 today.', 'And tomorrow?'])
  expect(ready('First this.\n').sentences).toEqual(['First this.'])
})

test('marks, code and the numbers of sources are not spoken', () => {
  const text = '# Tides\n\n**High** water is at 6:40 [1].\n\n```js\nlet a\n```\n\nBring [boots](https://x.example).'
  expect(ready(text, true).sentences).toEqual(['Tides', 'High water is at 6:40.', 'Bring boots.'])
})

test('several numbers of sources after each other are not spoken, and those of a link are', () => {
  const text = 'There are 300 [1][2] buses[3]. See [12](https://x.example), [the list][4] and `a[5]`.'
  expect(ready(text, true).sentences).toEqual(['There are 300 buses.', 'See 12, the list and a[5].'])
})

test('the language is that of the text', () => {
  expect(ready('¿Vienes mañana con los demás? Sí, claro que voy.', true)).toEqual({
    language: 'es',
    sentences: ['¿Vienes mañana con los demás?', 'Sí, claro que voy.'],
  })
  expect(readySentences('42.', { isFinished: true, fallback: 'es' }).language).toBe('es')
})

test('what was spoken of a growing plain text is a beginning of what is spoken in the end', () => {
  const sentence = fc.constantFrom('Yes.', 'It is late.', 'Why not?', 'Go on!', 'At 6:40 it rains.', '\n')
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 12 }), fc.nat(200), (sentences, length) => {
      const text = sentences.join(' ')
      const begun = ready(text.slice(0, length)).sentences
      expect(ready(text, true).sentences.slice(0, begun.length)).toEqual(begun)
    }),
  )
})
