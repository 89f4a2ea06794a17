import { expect, test } from 'vitest'
import { renderMarkdown } from '#server/providers/markdown/render-markdown.ts'

/** A minute, because a loaded machine may not start a worker within the limit of a request. */
const render = async (text: string) => (await renderMarkdown([text], { milliseconds: 60_000 }))[0]

test('renders headings, emphasis, lists, tables and code', async () => {
  const html = await render(
    '# Title\n\n**bold** `code`\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n```js\nlet a = "<b>"\n```',
  )
  expect(html).toContain('<h3 dir="auto">Title</h3>')
  expect(html).toContain('<strong>bold</strong> <code>code</code>')
  expect(html).toContain('<li dir="auto">one</li>')
  expect(html).toContain('<td dir="auto">1</td><td dir="auto">2</td>')
  expect(html).toContain('let a = &quot;&lt;b&gt;&quot;')
})

test('escapes HTML, and makes no picture and no link that does more than open a page', async () => {
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
        /^<(?:\/?(?:p|code|a|table|thead|tbody|tr|th|td|div)|(?:p|th|td) dir="auto"|div class="wide" tabindex="0"|a href="https:\/\/[^"<>]*" rel="noopener nofollow ugc")>$/,
      )
    expect(html).not.toMatch(/href="(?!https:)/)
  }
})

test.each(['pre', 'code', 'kbd', 'script'])('escapes what follows <%s> within a paragraph', async (tag) => {
  const refresh = '<meta http-equiv=refresh content="0;url=//evil.example/" "">'
  for (const text of [`x <${tag}> ${refresh} y`, `- x <${tag}> ${refresh}`, `| <${tag}> ${refresh} |\n|-|`]) {
    const html = await render(text)
    expect(html, text).toContain(`&lt;${tag}&gt; &lt;meta http-equiv=refresh content=&quot;0;url=//evil.example/&quot;`)
    expect(html, text).not.toContain('<meta')
  }
  expect(await render(`x <${tag}> a & b &amp; "c" </${tag}> z`)).toBe(
    `<p dir="auto">x &lt;${tag}&gt; a &amp; b &amp; &quot;c&quot; &lt;/${tag}&gt; z</p>\n`,
  )
})

test('escapes text once: entities, comparisons and quotes stay what they are', async () => {
  expect(await render(`R&D &amp; &copy; &#39; &#x41; &lt;b&gt; 1 < 2 \\< "it's" &unfinished`)).toBe(
    '<p dir="auto">R&amp;D &amp; &copy; &#39; A &lt;b&gt; 1 &lt; 2 &lt; &quot;it&#39;s&quot; &amp;unfinished</p>\n',
  )
  expect(await render('- [x] a **b < c** &amp; d')).toContain('a <strong>b &lt; c</strong> &amp; d')
})

test('gives each block of a shared chat the direction of its own text, and an issue that of its page', async () => {
  const text = 'Two lines:\n\nشكرا\n\n- [ ] שלום'
  expect(await render(text)).toBe(
    '<p dir="auto">Two lines:</p>\n<p dir="auto">شكرا</p>\n' +
      '<ul>\n<li dir="auto"><input disabled="" type="checkbox"> שלום</li>\n</ul>\n',
  )
  const [issue] = await renderMarkdown([text], { pictures: '/images/', milliseconds: 60_000 })
  expect(issue).not.toContain('dir=')
})

test('renders the formulas of a shared chat as MathML, and reads no Markdown in them', async () => {
  expect(await render('Let \\( x_1 \\) be $a_1*b*c_1$, at $5 or $6.')).toBe(
    '<p dir="auto">Let <math><msub><mi>x</mi><mn>1</mn></msub></math> be <math><mrow>' +
      '<msub><mi>a</mi><mn>1</mn></msub><mo>∗</mo><mi>b</mi><mo>∗</mo><msub><mi>c</mi><mn>1</mn></msub>' +
      '</mrow></math>, at $5 or $6.</p>\n',
  )
  const matrix = await render('So\n\n\\[\n\\begin{pmatrix} a \\\\ b \\end{pmatrix}\n\\]\n')
  expect(matrix).toContain('<span class="wide" tabindex="0"><math display="block" class="tml-display">')
  expect(matrix).toContain('<mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr>')
  const sum = await render('So\n$$\nx\n- 3\n= y\n$$\nand on')
  expect(sum).toContain('<mi>x</mi><mo>−</mo><mn>3</mn>')
  expect(sum).not.toContain('<li')
})

test('renders the columns and the frame of a formula without styles, which the page may not have', async () => {
  const html = await render('$$\\boxed{\\begin{aligned} a &= \\overline{b} \\end{aligned}}$$')
  expect(html).toContain('class="tml-right"')
  expect(html).toContain('class="tml-fbox"')
  expect(html).toContain('class="tml-overline"')
  expect(html).not.toMatch(/ style=/)
})

test('escapes a formula that cannot be read, and follows no link and no markup of one', async () => {
  expect(await render('$\\frac{<b>}$')).toBe('<p dir="auto"><code>\\frac{&lt;b&gt;}</code></p>\n')
  expect(await render('$\\href{javascript:alert(1)}{x}$')).toContain('<code>\\href{javascript:alert(1)}{x}</code>')
  expect(await render('$x_1 \\text{<img src=x onerror=alert(1)>}$')).toContain('&lt;img')
  const hostile = ['\\class{a}{b}', '\\id{a}{b}', '\\data{onclick=alert(1)}{x}', '\\includegraphics{a.png}']
  const htmls = await renderMarkdown(
    hostile.map((tex) => `$${tex}$`),
    { milliseconds: 60_000 },
  )
  expect(htmls).toEqual(hostile.map((tex) => `<p dir="auto"><code>${tex}</code></p>\n`))
})

test('finds formulas in a long answer, and none where a paragraph has very many marks', async () => {
  const line = 'Where $x_1$ is.\n\n'
  expect((await render(line.repeat(200)))?.match(/<math>/g)).toHaveLength(200)
  expect(await render(`${line}${'$x_1$ '.repeat(151)}`)).not.toContain('<math')
})

test('reads no formulas in an issue of the newsletter', async () => {
  const [issue] = await renderMarkdown(['From $x_1$ to \\(b\\)'], { pictures: '/images/', milliseconds: 60_000 })
  expect(issue).toBe('<p>From $x_1$ to (b)</p>\n')
})

test('leaves what is not rendered in time as it is', async () => {
  // No worker starts within a millisecond.
  expect(await renderMarkdown(['**bold**', 'text'], { milliseconds: 1 })).toEqual([undefined, undefined])
})
