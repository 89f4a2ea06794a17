import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { readConfig } from '#server/config/config.ts'
import { renderMailBody, writeIssueMail } from '#server/modules/newsletter/sending/write-issue-mail.ts'

const config = readConfig({
  TOKEN_SECRET: 'f3b9cac2fc632551bce6faada7179e84',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  NEWSLETTER_ADDRESS: '1 Harbour Street, 20095 Hamburg',
})

const body = `# Prices

A [price list](https://example.org/prices), **what is owed**, *slowly* and \`read\`.

- first
- second

> A stranger's letter.

\`\`\`
share = ${'0.2 * income '.repeat(12)}
\`\`\`

| Berth | Price |
|---|---|
| North | 12 |

---

## Next

https://example.org/${'a-long-address/'.repeat(12)}
`

test('the mail of an issue can be read in light and dark mail programs, narrow and wide', async ({ page }) => {
  for (const language of ['en', 'es'] as const) {
    const { html } = await writeIssueMail(config, {
      ...{ email: 'ada@example.org', reader: { userId: 7 }, countsClicks: true, language },
      version: { subject: 'What a harbour owes its ships', preview: 'Prices', body },
      body: await renderMailBody(config, body),
      issue: { id: 1, slug: 'harbours' },
    })
    // Each text in both schemes, each scheme at both widths.
    for (const colorScheme of ['light', 'dark'] as const) {
      const width = (language === 'en') === (colorScheme === 'dark') ? 320 : 1000
      await test.step(`${language}, ${colorScheme}, ${width} pixels`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await page.setContent(html)
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        expect(paper).toBe(colorScheme === 'dark' ? 'rgb(16, 20, 27)' : 'rgb(252, 250, 246)')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        // Landmarks are for pages: a mail program has its own.
        const { violations } = await new AxeBuilder({ page }).disableRules(['landmark-one-main', 'region']).analyze()
        expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))).toEqual([])
      })
    }
  }
})
