import { describe, expect, it, vi } from 'vitest'
import { cutCode } from '#features/chat/code/cut-code.ts'
import { findLanguage } from '#features/chat/code/find-language.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { render } from '#support/render.tsx'

const code = "const answer = 42 // it's known\nconst text = 'yes'"

/** Milliseconds for code that is fetched when first needed, on a busy machine. */
const COMES = 15_000

describe('code in an answer', () => {
  it('gets its colours when it is whole, and keeps every character', async () => {
    const page = await render(<Markdown text={`\`\`\`ts\n${code}\n\`\`\``} />)
    await vi.waitFor(() => expect(page.querySelectorAll('code span[class]').length).toBeGreaterThan(3), COMES)
    expect(page.querySelector('code')?.textContent).toBe(code)
    const classOf = (text: string) =>
      [...page.querySelectorAll('code span[class]')].find((span) => span.textContent === text)?.className
    expect(classOf('const')).toContain('keyword')
    expect(classOf('42')).toContain('number')
    expect(classOf("'yes'")).toContain('string')
  })

  it('has none while it is being written, in an unknown language, or without one', async () => {
    const open = await render(<Markdown streaming text={`\`\`\`js\n${code} 1`} />)
    const unknown = await render(<Markdown text={`\`\`\`whitespace\n${code} 2\n\`\`\``} />)
    const plain = await render(<Markdown text={`\`\`\`\n${code} 3\n\`\`\``} />)
    const known = await render(<Markdown text={`\`\`\`js\n${code} 4\n\`\`\``} />)
    await vi.waitFor(() => expect(known.querySelectorAll('code span[class]').length).toBeGreaterThan(3), COMES)
    for (const page of [open, unknown, plain]) expect(page.querySelectorAll('code span')).toHaveLength(0)
  })

  it('shows what it has at once when it comes into view again', async () => {
    const text = `\`\`\`py\nprint("again")\n\`\`\``
    const first = await render(<Markdown text={text} />)
    await vi.waitFor(() => expect(first.querySelectorAll('code span[class]').length).toBeGreaterThan(0), COMES)
    const second = await render(<Markdown text={text} />)
    expect(second.querySelectorAll('code span[class]').length).toBeGreaterThan(0)
  })

  it('shows markup in code as text', async () => {
    const html = '<img src=x onerror="alert(1)">'
    const page = await render(<Markdown text={`\`\`\`html\n${html}\n\`\`\``} />)
    await vi.waitFor(() => expect(page.querySelectorAll('code span[class]').length).toBeGreaterThan(0), COMES)
    expect(page.querySelector('code img')).toBeNull()
    expect(page.querySelector('code')?.textContent).toBe(html)
  })
})

describe('cutting code into pieces', () => {
  it('loses nothing, and cuts only before a line at the margin', () => {
    const text = Array.from({ length: 400 }, (_, n) => `function f${n}() {\n\n  return ${n}\n}\n\n`).join('')
    const pieces = cutCode(text)
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces) expect(piece).toMatch(/^function/)
  })

  it('knows languages by their other names, and takes no name from a prototype', () => {
    expect(findLanguage('TSX')).toBe('typescript')
    expect(findLanguage('c++')).toBe('cpp')
    expect(findLanguage('constructor')).toBeNull()
    expect(findLanguage('')).toBeNull()
  })
})
