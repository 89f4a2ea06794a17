import { beforeAll, describe, expect, it, vi } from 'vitest'
import { findLanguage } from '#features/chat/code/find-language.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { render } from '#support/browser/render.tsx'
import { WorkerThread } from '#support/browser/worker-thread.ts'

const code = "const answer = 42 // it's known\nconst text = 'yes'"

/** The timeout in milliseconds for code that is loaded on first use, on a busy machine. */
const COMES = 15_000

// jsdom has no workers; this one is a Node thread.
beforeAll(() => void vi.stubGlobal('Worker', WorkerThread))

describe('code in an answer', () => {
  it('is highlighted when it is complete, and keeps every character', async () => {
    const page = await render(<Markdown text={`\`\`\`ts\n${code}\n\`\`\``} />)
    await vi.waitFor(() => expect(page.querySelectorAll('code span[class]').length).toBeGreaterThan(3), COMES)
    expect(page.querySelector('code')?.textContent).toBe(code)
    const classOf = (text: string) =>
      [...page.querySelectorAll('code span[class]')].find((span) => span.textContent === text)?.className
    expect(classOf('const')).toContain('keyword')
    expect(classOf('42')).toContain('number')
    expect(classOf("'yes'")).toContain('string')
  })

  it('is not highlighted while it is being written, in an unknown language, or without a language', async () => {
    const open = await render(<Markdown streaming text={`\`\`\`js\n${code} 1`} />)
    const unknown = await render(<Markdown text={`\`\`\`whitespace\n${code} 2\n\`\`\``} />)
    const plain = await render(<Markdown text={`\`\`\`\n${code} 3\n\`\`\``} />)
    const known = await render(<Markdown text={`\`\`\`js\n${code} 4\n\`\`\``} />)
    await vi.waitFor(() => expect(known.querySelectorAll('code span[class]').length).toBeGreaterThan(3), COMES)
    for (const page of [open, unknown, plain]) expect(page.querySelectorAll('code span')).toHaveLength(0)
  })

  it('is highlighted in chunks when it is long, with every character in place all the time', async () => {
    const long = Array.from({ length: 200 }, (_, n) => `const n${n} = ${n} // one more`).join('\n')
    const page = await render(<Markdown text={`\`\`\`ts\n${long}\n\`\`\``} />)
    const chunks = [...page.querySelectorAll('code > [data-chunk]')]
    expect(chunks.length).toBeGreaterThan(2)
    const seen = new Set([page.querySelector('code')?.textContent])
    const counts = new Set<number>()
    const observer = new MutationObserver(() => {
      seen.add(page.querySelector('code')?.textContent)
      counts.add(chunks.filter((chunk) => chunk.querySelector('[class]')).length)
    })
    observer.observe(page, { childList: true, subtree: true })
    await vi.waitFor(() => expect(chunks.at(-1)?.querySelector('[class]')).not.toBeNull(), COMES)
    observer.disconnect()
    expect([...counts]).toEqual(chunks.map((_, index) => index + 1))
    expect([...seen]).toEqual([long])
  })

  it('is shown with its cached colours at once when it is rendered again', async () => {
    const text = `\`\`\`py\nprint("again")\n\`\`\``
    const first = await render(<Markdown text={text} />)
    await vi.waitFor(() => expect(first.querySelectorAll('code span[class]').length).toBeGreaterThan(0), COMES)
    const changed = new Set<Node>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records) changed.add(target)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const second = await render(<Markdown text={text} />)
    expect(second.querySelectorAll('code span[class]').length).toBeGreaterThan(0)
    observer.disconnect()
    expect([...changed]).toEqual([document.body, second])
  })

  it('is sent to the worker once when that fails, and other code is sent to a new worker', async () => {
    const asked = vi.spyOn(WorkerThread.prototype, 'postMessage')
    asked.mockImplementationOnce(function (this: WorkerThread) {
      this.dispatchEvent(new Event('error'))
    })
    const lost = `\`\`\`ts\nconst lost = true\n\`\`\``
    const first = await render(<Markdown text={lost} />)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), COMES)
    const second = await render(<Markdown text={lost} />)
    const next = await render(<Markdown text={`\`\`\`ts\nconst found = true\n\`\`\``} />)
    await vi.waitFor(() => expect(next.querySelectorAll('code span[class]').length).toBeGreaterThan(0), COMES)
    for (const page of [first, second]) expect(page.querySelector('code')?.innerHTML).toBe('const lost = true')
    expect(asked).toHaveBeenCalledTimes(2)
    asked.mockRestore()
  })

  it('shows markup as text', async () => {
    const html = '<img src=x onerror="alert(1)">'
    const page = await render(<Markdown text={`\`\`\`html\n${html}\n\`\`\``} />)
    await vi.waitFor(() => expect(page.querySelectorAll('code span[class]').length).toBeGreaterThan(0), COMES)
    expect(page.querySelector('code img')).toBeNull()
    expect(page.querySelector('code')?.textContent).toBe(html)
  })
})

describe('the language of code', () => {
  it('is recognised by its aliases, and never by a property of a prototype', () => {
    expect(findLanguage('TSX')).toBe('typescript')
    expect(findLanguage('c++')).toBe('cpp')
    expect(findLanguage('constructor')).toBeNull()
    expect(findLanguage('')).toBeNull()
  })
})
