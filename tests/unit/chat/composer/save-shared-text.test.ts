import { describe, expect, it } from 'vitest'
import { joinShared, type Shared } from '#features/chat/composer/save-shared-text.ts'

describe('shared content', () => {
  it('is joined line by line without duplicates', () => {
    const joined = (shared: Shared) => joinShared(shared).text
    expect(joined({ title: 'News', text: 'Look at this', url: 'https://a.example' })).toBe(
      'News\nLook at this\nhttps://a.example',
    )
    expect(joined({ text: 'Look https://a.example', url: 'https://a.example' })).toBe('Look https://a.example')
    expect(joined({ title: 'Same', text: 'Same' })).toBe('Same')
    expect(joined({})).toBe('')
  })

  it('is cut to the longest message, and says so only if it was longer', () => {
    expect(joinShared({ text: ` ${'x'.repeat(32_000)} ` })).toEqual({ text: 'x'.repeat(32_000), isCut: false })
    expect(joinShared({ text: 'x'.repeat(32_001) })).toEqual({ text: 'x'.repeat(32_000), isCut: true })
    expect(joinShared({ title: 'x'.repeat(40_000) })).toEqual({ text: 'x'.repeat(32_000), isCut: true })
  })

  it('keeps its title and its URL when its text is cut, even if the URL was in the part that is cut off', () => {
    const [title, url] = ['News', 'https://a.example']
    const beginning = 'x'.repeat(32_000 - title.length - url.length - 2)
    for (const text of ['x'.repeat(32_000), `${'x'.repeat(32_000)} ${url}`]) {
      expect(joinShared({ title, text, url })).toEqual({ text: `${title}\n${beginning}\n${url}`, isCut: true })
    }
  })

  it('needs no space for a title and a URL that the kept beginning of its text contains', () => {
    const [title, url] = ['News', 'https://a.example']
    const text = `${title} ${url} ${'x'.repeat(32_000)}`
    const kept = text.slice(0, 32_000)
    expect(joinShared({ title, text, url })).toEqual({ text: kept, isCut: true })
    const other = 'Another title'
    const shorter = kept.slice(0, -other.length - 1)
    expect(joinShared({ title: other, text, url })).toEqual({ text: `${other}\n${shorter}`, isCut: true })
  })

  it('is never cut inside an emoji', () => {
    expect(joinShared({ text: `x${'😀'.repeat(16_000)}` }).text).toBe(`x${'😀'.repeat(15_999)}`)
  })
})
