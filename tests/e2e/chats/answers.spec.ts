import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import { fakeSpeech, finishSentence, hear, said, speaking } from '../support/fakes/fake-speech.ts'

const rich = [
  '## A plan\n\nIt costs $5 or $10, while \\(x^2\\) grows.\n\n',
  '| when | what |\n|---|---|\n| Monday | rest |\n\n',
  '```ts\nconst answer = 42 // known\n```\n\n',
  '\\[\n\\frac{1}{2}\n\\]\n\nSee [the page][p].\n\n[p]: https://example.com/page\n',
]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const more = async (page: Page, about: string, item: string) => {
  await button(page, about).last().click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a user reads, copies, listens to and regenerates an answer, and compares its versions', async ({
  app,
  page,
  model,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fakeSpeech(page, { ears: false })
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  model.next({ tokens: rich })
  await app.ask('Show me everything')
  const answer = app.said('A plan')

  await test.step('tables, code, formulas and links by reference; prices stay prices', async () => {
    await expect(answer.getByRole('table')).toContainText('Monday')
    await expect(answer.locator('math')).toHaveCount(2)
    await expect(answer.locator('math mfrac')).toBeVisible()
    await expect(answer).toContainText('It costs $5 or $10, while')
    await expect(
      answer
        .locator('code span')
        .filter({ hasText: /^const$/ })
        .last(),
    ).toHaveClass(/keyword/)
    await expect(answer.getByRole('link', { name: 'the page' })).toHaveAttribute('href', 'https://example.com/page')
  })

  await test.step('the answer is spoken once to a screen reader, from a region apart from the list', async () => {
    const polite = page.locator('[aria-live="polite"] > p')
    await expect(polite.filter({ hasText: 'It costs' })).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Messages' })).not.toHaveAttribute('aria-live', /./)
  })

  await test.step('it is copied as it was written, played and paused', async () => {
    await answer.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(rich.join(''))
    await expect(button(page, 'Dictate')).toHaveCount(0)
    await button(page, 'Play text').click()
    expect(await speaking(page)).toBe('A plan')
    await finishSentence(page)
    expect(await speaking(page)).toMatch(/^It costs \$5 or \$10/)
    await button(page, 'Pause').click()
    expect(await speaking(page)).toBeNull()
    await button(page, 'Play text').click()
    expect(await speaking(page)).toMatch(/^It costs/)
    await button(page, 'Pause').click()
  })

  await test.step('a reassessment adds a version; both are paged through and read side by side', async () => {
    model.next({ tokens: ['A second try.'], reasoning: ['Let me think again.'] })
    await button(page, 'Reassess answer').click()
    const second = app.said('A second try.')
    const versions = second.getByRole('group', { name: 'Versions of this answer' })
    await expect(versions).toContainText('2 of 2')
    await button(page, 'Show reasoning').click()
    await expect(second).toContainText('Let me think again.')
    await button(page, 'Hide reasoning').click()
    await more(page, 'More about this answer', 'Compare versions')
    const dialog = page.getByRole('dialog', { name: 'Compare versions' })
    await expect(dialog.getByRole('region', { name: 'One version' })).toContainText('It costs $5')
    await expect(dialog.getByRole('region', { name: 'Other version' })).toContainText('A second try.')
    await page.keyboard.press('Escape')
    await versions.getByRole('button', { name: 'Previous version' }).click()
    await expect(app.said('A plan').getByRole('group', { name: 'Versions of this answer' })).toContainText('1 of 2')
    await page.reload()
    await expect(app.said('A plan').getByRole('group', { name: 'Versions of this answer' })).toContainText('1 of 2')
    await app.ask('And then?')
    await expect(app.said('You said: And then?')).toBeVisible()
    expect(model.requests.at(-1)?.messages.at(-2)?.content).toContain('A plan')
    await app.said('A plan').getByRole('button', { name: 'Next version' }).click()
    await expect(app.said('A second try.')).toBeVisible()
  })
})

for (const [device, use] of [
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a narrow window with a mouse', { viewport: { width: 390, height: 844 } }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(use)

    test('versions of an answer are stacked for comparison, and every button is on the screen', async ({
      app,
      page,
      model,
    }) => {
      await app.signIn(await app.makeUser())
      await page.goto('/chat/new')
      model.next({ tokens: ['The first try.'] })
      await app.ask('What do you think?')
      await expect(app.said('The first try.')).toBeVisible()
      model.next({ tokens: ['A second try.'] })
      await more(page, 'More about this answer', 'Reassess answer')
      const answer = app.said('A second try.')
      await expect(answer.getByRole('group', { name: 'Versions of this answer' })).toContainText('2 of 2')
      for (const each of await answer.getByRole('button').all()) {
        await expect(each).toBeInViewport({ ratio: 1 })
      }

      await more(page, 'More about this answer', 'Compare versions')
      const dialog = page.getByRole('dialog', { name: 'Compare versions' })
      const [one, other] = [
        dialog.getByRole('region', { name: 'One version' }),
        dialog.getByRole('region', { name: 'Other version' }),
      ]
      await expect(one).toContainText('The first try.')
      await expect(other).toContainText('A second try.')
      const [above, below] = [await one.boundingBox(), await other.boundingBox()]
      expect(above?.width).toBeGreaterThan(280)
      expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
      await other.getByRole('button', { name: 'Previous version' }).click()
      await expect(other).toContainText('The first try.')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
    })
  })
}

test('a user edits a question, continues an answer, sees why one failed, and deletes messages', async ({
  app,
  page,
  model,
}) => {
  await fakeSpeech(page, { ears: false })
  const user = await app.makeUser()
  const chatId = await user.chat(['Show me everything'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)

  await test.step('a question in other words is a new branch; the earlier one can be continued', async () => {
    model.next({ tokens: ['On the new branch.'] })
    await app.said('Show me everything').hover()
    await button(page, 'Edit and send again').click()
    await page.getByRole('textbox', { name: 'Your question' }).fill('Show me less')
    await button(page, 'Send again').click()
    await expect(app.said('On the new branch.')).toBeVisible()
    await expect(app.said('Show me everything')).toHaveCount(0)
    expect(
      model.requests
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join(),
    ).not.toContain('Show me everything')
    const branches = page.getByRole('group', { name: 'Versions of this question' })
    await expect(branches).toContainText('2 of 2')
    await branches.getByRole('button', { name: 'Previous version' }).click()
    await expect(app.said('Show me everything')).toBeVisible()
    await expect(app.said('You said: Show me everything')).toBeVisible()
    await expect(app.said('On the new branch.')).toHaveCount(0)
    model.next({ tokens: ['Once more.'] })
    await button(page, 'Reassess answer').click()
    await expect(app.said('Once more.')).toBeVisible()
    await branches.getByRole('button', { name: 'Next version' }).click()
    await expect(app.said('On the new branch.')).toBeVisible()
  })

  await test.step('a stopped answer is gone on with', async () => {
    const script = model.next(['The beginning, ', 'never said'])
    await app.ask('Tell me a story')
    await script.released(1)
    await expect(app.said('The beginning,')).toBeVisible()
    await page.keyboard.press('Escape')
    await script.cancelled()
    await expect(app.said('The beginning,')).toContainText('You stopped this answer.')
    model.next({ tokens: ['the rest.'] })
    await button(page, 'Continue').click()
    await expect(app.said('The beginning,')).toContainText(/The beginning, *the rest\./)
    await expect(page.getByRole('main').getByText('You stopped this answer.')).toHaveCount(0)
  })

  await test.step('an open menu stays in its place while the answer below grows, so that a press on it counts', async () => {
    const script = model.next(['Now ', 'it grows.\n\n'.repeat(60)])
    await app.ask('Grow, please')
    await script.released(1)
    await expect(app.said('Now')).toBeVisible()
    await app.said('Grow, please').hover()
    await button(page, 'More about this question').last().click()
    const item = page.getByRole('menuitem', { name: 'Delete question' })
    await item.hover()
    await page.mouse.down()
    await script.release()
    await expect(app.said('Grow, please')).not.toBeInViewport()
    // A menu that follows its button is placed anew within a frame.
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
    await page.mouse.up()
    await expect(app.said('Grow, please')).toHaveCount(0)
  })

  await test.step('a failed answer says why, at its place; question and answer are deleted together', async () => {
    model.next({ status: 400 })
    await app.ask('Please fail')
    const failed = page.getByRole('article').filter({ hasText: 'No answer could be written.' })
    await expect(failed).toContainText('The assistant did not accept the request')
    await more(page, 'More about this question', 'Delete question')
    await expect(app.said('Please fail')).toHaveCount(0)
    await expect(failed).toHaveCount(0)
    await button(page, 'Undo').last().click()
    await expect(failed).toBeVisible()
    await more(page, 'More about this question', 'Delete question')
    await expect(failed).toHaveCount(0)
    await page.reload()
    await expect(app.said('Tell me a story')).toBeVisible()
    await expect(app.said('Please fail')).toHaveCount(0)
  })

  await test.step('a fact is remembered in words that were seen; leaving the chat ends the voice', async () => {
    await app.said('Tell me a story').hover()
    await more(page, 'More about this question', 'Remember this')
    await page.getByRole('textbox', { name: 'Fact' }).fill('I like stories')
    await button(page, 'Remember').click()
    await expect(page.getByText('Remembered')).toBeVisible()
    await app.said('The beginning,').getByRole('button', { name: 'Play text' }).click()
    expect(await speaking(page)).not.toBeNull()
    await page.getByRole('link', { name: 'New chat' }).click()
    await expect(app.said('Tell me a story')).toHaveCount(0)
    // React runs the effect that stops the voice after it has removed the chat.
    await expect.poll(() => speaking(page)).toBeNull()
  })
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('a question is dictated into the draft, and its answer is read aloud automatically', async ({
    app,
    page,
    model,
  }) => {
    await fakeSpeech(page, { ears: true })
    await app.signIn(await app.makeUser())
    await page.goto('/chat/new')
    await button(page, 'Dictar').click()
    await expect(page.getByText('Escuchando')).toHaveCount(2)
    await hear(page, 'hola', false)
    await expect(app.composer).toHaveValue('')
    await hear(page, 'Hola, ¿me ayudas?', true)
    await expect(app.composer).toHaveValue('Hola, ¿me ayudas?')
    await button(page, 'Dejar de dictar').click()
    await expect(page.getByRole('article')).toHaveCount(0)
    await button(page, 'Más sobre este chat').click()
    await page.getByRole('menuitemcheckbox', { name: 'Leer respuestas en voz alta', checked: false }).click()
    await expect(
      page.getByRole('menuitemcheckbox', { name: 'Leer respuestas en voz alta', checked: true }),
    ).toBeVisible()
    // The menu is not positioned again while it is open, so it must not become wider.
    expect(await page.getByRole('menu').evaluate((menu) => menu.getBoundingClientRect().right)).toBeLessThan(1440)
    await page.keyboard.press('Escape')
    const modes = () => page.evaluate(() => ['request', 'response'].map((way) => localStorage[`companion:${way}Mode`]))
    expect(await modes()).toEqual(['voice', 'voice'])

    const answer = model.next({ tokens: ['Claro que sí. ', 'Dime qué necesitas.'], holdAt: 1 })
    const sent = page.context().waitForEvent('request', (request) => request.url().endsWith('/companion/chat/'))
    await button(page, 'Enviar').click()
    expect((await sent).postDataJSON()).toMatchObject({ request_mode: 'voice', response_mode: 'voice' })
    // The page streams this answer: one that is complete before the page saw its start is not read aloud.
    await expect(app.said('Claro que sí.')).toBeVisible()
    await answer.release()
    await expect.poll(() => said(page)).toEqual(['Claro que sí.'])
    await finishSentence(page)
    expect(await speaking(page)).toBe('Dime qué necesitas.')
    await button(page, 'Pausar').click()
    await expect(button(page, 'Reproducir texto')).toBeVisible()
    for (const name of ['Copiar', 'Reevaluar respuesta', 'Más sobre esta respuesta']) {
      await expect(button(page, name).last()).toBeVisible()
    }

    // Typing switches the next question to the text mode; the mode of the answers does not change.
    await app.composer.pressSequentially('Y ahora')
    expect(await modes()).toEqual(['text', 'voice'])
  })
})
