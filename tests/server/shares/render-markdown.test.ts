import { expect, it } from 'vitest'
import { renderMarkdown } from '#server/providers/markdown/render-markdown.ts'

/** A minute, because a loaded machine may not start a worker within the limit of a request. */
const render = async (text: string) => (await renderMarkdown([text], { milliseconds: 60_000 }))[0]

it('renders headings, emphasis, lists, tables and code', async () => {
  const html = await render(
    '# Title\n\n**bold** `code`\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n```js\nlet a = "<b>"\n```',
  )
  expect(html).toContain('<h3>Title</h3>')
  expect(html).toContain('<strong>bold</strong> <code>code</code>')
  expect(html).toMatch(/<li>one<\/li>/)
  expect(html).toContain('<td>1</td><td>2</td>')
  expect(html).toContain('let a = &quot;&lt;b&gt;&quot;')
})

it('escapes HTML, and makes no picture and no link that does more than open a page', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[x](javascript:alert(1)) [y](data:text/html,z) [z](https://example.org/"onclick="1)',
    '![track](https://evil.example/p.png)',
    '<a href="https://e.example" onclick="x">l</a>',
    '`<svg onload=1>`',
    '| <b> |\n|-|\n| <i onclick=1> |',
  ]
  for (const text of hostile) {
    const html = (await render(text)) ?? ''
    const tags = html.match(/<\/?[a-z][^>]*>/gi) ?? []
    for (const tag of tags)
      expect(tag, text).toMatch(
        /^<(?:\/?(?:p|code|a|table|thead|tbody|tr|th|td|div)|div class="wide" tabindex="0"|a href="https:\/\/[^"<>]*" rel="noopener nofollow ugc")>$/,
      )
    expect(html).not.toMatch(/href="(?!https:)/)
  }
})

it('leaves what is not rendered in time as it is', async () => {
  // No worker starts within a millisecond.
  expect(await renderMarkdown(['**bold**', 'text'], { milliseconds: 1 })).toEqual([undefined, undefined])
})
