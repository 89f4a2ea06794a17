import { useState } from 'react'
import { expect, test } from 'vitest'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { parsing } from '#features/chat/markdown/parse-block.ts'
import { interact, render } from '#support/browser/render.tsx'

const paragraphs = Array.from({ length: 12 }, (_, n) => `Paragraph **${n}** of an answer.\n\n- a\n- list ${n}`)
const answer = paragraphs.join('\n\n')

let show: (text: string | null, streaming?: boolean) => Promise<void>

/** A list that renders its rows again, as the message list does on scrolling or other changes. */
function Page() {
  const [shown, setShown] = useState<{ text: string | null; streaming: boolean; turn: number }>({
    text: null,
    streaming: false,
    turn: 0,
  })
  show = (text, streaming = false) => interact(() => setShown(({ turn }) => ({ text, streaming, turn: turn + 1 })))
  return <div data-turn={shown.turn}>{shown.text === null ? null : <Markdown {...shown} text={shown.text} />}</div>
}

async function parsedBy(work: () => Promise<void>): Promise<number> {
  const before = parsing.count
  await work()
  return parsing.count - before
}

test('a finished answer is parsed once, not again when it is rendered, scrolled away and back', async () => {
  const page = await render(<Page />)
  expect(await parsedBy(() => show(answer))).toBe(2 * paragraphs.length)
  const again = await parsedBy(async () => {
    await show(answer)
    await show(null)
    expect(page.querySelector('strong')).toBeNull()
    await show(answer)
    // A copy, as the database returns it.
    await show(`${answer} `.slice(0, -1))
  })
  expect(page.querySelectorAll('strong')).toHaveLength(paragraphs.length)
  expect(again).toBe(0)
})

test('only the last block is parsed while an answer is streamed, and nothing else when it ends', async () => {
  await render(<Page />)
  const streamed = answer.replaceAll('list', 'point')
  await show(streamed.slice(0, -6), true)
  expect(await parsedBy(() => show(streamed.slice(0, -3), true))).toBe(1)
  expect(await parsedBy(() => show(streamed, true))).toBe(1)
  expect(await parsedBy(() => show(streamed))).toBe(1)
  expect(await parsedBy(() => show(streamed))).toBe(0)
})
