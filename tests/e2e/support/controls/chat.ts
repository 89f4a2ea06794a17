import type { Locator } from '@playwright/test'
import { getMessages } from '#contract/endpoints/chats.ts'
import { getChatProfile } from '#contract/endpoints/companion.ts'
import { listOffers } from '#contract/endpoints/ratings/ratings.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { readingOf } from '#support/fakes/judge-script.ts'
import type { ModelServer } from '#support/fakes/model-server.ts'
import { createTwoColourPicture } from '#support/fixtures/test-images.ts'
import { expect } from '../../fixtures.ts'
import type { App } from '../app.ts'
import { navigate } from '../browser/navigate.ts'
import { failedRequests } from '../browser/page-watch.ts'
import { fakeSpeech } from '../fakes/fake-speech.ts'
import { aroundChat, chatPlaces, steps } from './chat-screens.ts'
import { ControlWalk } from './control-walk.ts'

/** Checks the controls of the open chat; the test's server has scoring on. */
export async function walkChat(app: App, model: ModelServer): Promise<void> {
  const { page, server, watch } = app
  const walk = new ControlWalk(page, chatPlaces, aroundChat)
  const client = createTestClient(server.url)
  const user = await app.makeUser()
  const token = user.authenticated.access
  const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true }).last()
  const choose = async (about: string, name: string) => {
    await button(about).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  /** Lets the time of Undo end. */
  const dismiss = () => button('Dismiss').click()
  const chat = () => page.url().split('/').at(-1) ?? ''
  const messages = async () => (await client.call(getMessages, { token, params: { id: chat() } })).messages
  const last = async () => (await messages()).at(-1)
  const contents = async () =>
    (await messages()).filter(({ status }) => status !== 'deleted').map(({ content }) => content)
  const facts = async () => (await client.call(getChatProfile, { token })).memories.map(({ text }) => text)
  const question = 'My name is Ana. Tell me a story'

  await fakeSpeech(page, { ears: true })
  model.judge.otherwise = { says: readingOf([92, 84, 78, 88, 95, 81], { duty: 'your brother' }) }
  await app.signIn(user)

  await walk.step(steps.stop, async () => {
    await page.goto('/chat/new')
    await walk.at('an empty chat')
    await button('Start a voice chat').click()
    await expect(page.getByText('Say something.')).toBeVisible()
    await walk.at('a voice chat')
    await button('End voice chat').click()
    const script = model.next(['The beginning, ', 'never said'])
    await app.ask(question)
    await script.released(1)
    await walk.at('an answer being written')
    // Only an answer with text can be continued.
    await expect(page.getByText('The beginning,')).toBeVisible()
    await button('Stop').click()
    await script.cancelled()
    await expect.poll(last).toMatchObject({ status: 'interrupted' })
    await walk.at('a stopped answer')
  })

  await walk.step(steps.propose, async () => {
    await button('Remember').click()
    await expect.poll(facts).toEqual(['My name is Ana'])
  })

  await walk.step(steps.continue, async () => {
    model.next({ tokens: ['the rest about your brother.'], reasoning: ['Let me think.'] })
    await button('Continue').click()
    const whole = expect.stringMatching(/^The beginning, *the rest about your brother\.$/)
    await expect.poll(last).toMatchObject({ status: 'complete', content: whole })
    await walk.at('an answer with scores')
    await button(/^Score/).click()
    await walk.at('the scores of an answer')
    await button('Close').click()
  })

  await walk.step(steps.rate, async () => {
    const feedback = async () => (await last())?.feedback
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await button('Not helpful').click()
    await expect.poll(feedback).toEqual({ rating: 'not_helpful', report: null })
    await button('Helpful').click()
    await expect.poll(feedback).toEqual({ rating: 'helpful', report: null })
    await expect(button('Helpful')).toHaveAttribute('aria-pressed', 'true')
    await choose('More about this answer', 'Report answer')
    await walk.at('Report answer')
    await comment.fill('It has an end')
    await page.getByRole('checkbox').check()
    await button('Send report').click()
    await expect.poll(feedback).toMatchObject({ report: { comment: 'It has an end', include_exchange: true } })
    await choose('More about this answer', 'Your report')
    await walk.at('Your report')
    await comment.fill('It has no end')
    await button('Change report').click()
    await expect.poll(feedback).toMatchObject({ report: { comment: 'It has no end' } })
    await choose('More about this answer', 'Your report')
    await button('Withdraw report').click()
    await expect.poll(feedback).toEqual({ rating: 'helpful', report: null })
    await button('Helpful').click()
    await expect.poll(feedback).toBeNull()
  })

  await walk.step(steps.offer, async () => {
    const offers = async () => (await client.call(listOffers, { token })).results.map(({ question }) => question)
    const question = page.getByRole('textbox', { name: 'Question' })
    for (const [place, text, save] of [
      ['Offer this exchange for rating', 'Is it right?', 'Offer for rating'],
      ['an offered exchange', 'Is it wrong?', 'Change offer'],
    ] as const) {
      await choose('More about this answer', 'Offer this exchange for rating')
      await walk.at(place)
      await question.fill(text)
      await button(save).click()
      await expect.poll(offers).toEqual([text])
    }
    await choose('More about this answer', 'Offer this exchange for rating')
    await button('Withdraw offer').click()
    await expect.poll(offers).toEqual([])
  })

  await walk.step(steps.remember, async () => {
    model.next({ tokens: ['Another version.'] })
    await button('Reassess answer').click()
    await expect(app.said('Another version.')).toBeVisible()
    await button('More about this answer').click()
    await walk.at('the menu of an answer with versions')
    await page.getByRole('menuitem', { name: 'Compare versions' }).click()
    await walk.at('Compare versions')
    await page.keyboard.press('Escape')
    await choose('More about this answer', 'Remember this')
    await walk.at('Remember this')
    await page.getByRole('textbox', { name: 'Fact' }).fill('I like stories')
    await button('Remember').click()
    await expect.poll(facts).toEqual(['My name is Ana', 'I like stories'])
  })

  await walk.step(steps.remove, async () => {
    await choose('More about this answer', 'Delete this version')
    await walk.at('a deleted message')
    await button('Undo').click()
    await expect(app.said('Another version.')).toBeVisible()
    await choose('More about this answer', 'Delete this version')
    await dismiss()
    await expect.poll(contents).toEqual([question, 'The beginning, ', expect.stringContaining('the rest')])
    await choose('More about this answer', 'Delete this version')
    await dismiss()
    await expect.poll(contents).toEqual([question, 'The beginning, '])
    await button('More about this question').click()
    await walk.at('the menu of a question')
    await page.keyboard.press('Escape')
    await button('More about this answer').click()
    await walk.at('the menu of an answer')
    await page.getByRole('menuitem', { name: 'Delete answer' }).click()
    await dismiss()
    await expect.poll(contents).toEqual([question])
    await app.said(question).hover()
    await choose('More about this question', 'Delete question')
    await dismiss()
    await expect.poll(contents).toEqual([])
  })

  await walk.step(steps.retry, async () => {
    model.next({ status: 400 })
    await app.ask('Please fail')
    await walk.at('a failed answer')
    model.next({ tokens: ['Written after all.'] })
    await button('Retry').click()
    await expect.poll(last).toMatchObject({ status: 'complete', content: 'Written after all.' })
    await expect(app.said('Written after all.')).toBeVisible()
  })

  await walk.step(steps.edit, async () => {
    await app.said('Please fail').hover()
    await button('Edit and send again').click()
    await walk.at('a question being edited')
    await page.getByRole('textbox', { name: 'Your question' }).fill('Please succeed')
    await button('Send again').click()
    await expect(app.said('You said: Please succeed')).toBeVisible()
    const all = await messages()
    const first = all.find(({ content }) => content === 'Please fail')
    expect(all).toContainEqual(expect.objectContaining({ content: 'Please succeed', replaces: first?.id }))
  })

  await walk.step(steps.resend, async () => {
    const send = '**/api/v1/companion/chat/'
    const json = { message: 'This is too large', code: 'payload_too_large' }
    watch.expect(failedRequests)
    await page.route(send, (route) => route.fulfill({ status: 413, json }))
    await app.ask('Refused at first')
    await expect(app.said('Refused at first').getByText(/^Not sent/)).toBeVisible()
    await expect(app.said('Refused at first').getByText('This is too large')).toBeVisible()
    await walk.at('a refused message')
    await app.composer.fill('Typed since')
    await button('Discard', app.said('Refused at first')).click()
    await walk.at('words that were set aside')
    await expect(page.getByRole('article').filter({ hasText: 'Refused at first' })).toHaveCount(0)
    await app.composer.fill('')
    await app.ask('Refused again')
    await expect(app.said('Refused again').getByText(/^Not sent/)).toBeVisible()
    await page.unroute(send)
    await button('Retry', app.said('Refused again')).click()
    await expect.poll(contents).toContain('Refused again')
    await expect(app.said('You said: Refused again')).toBeVisible()
    await expect(page.getByText(/^Not sent/)).toHaveCount(0)
  })

  await walk.step(steps.attach, async () => {
    await expect.poll(contents).toContain('Refused again')
    // The words that were set aside.
    await button('Delete').click()
    await button('Add files').click()
    await walk.at('the menu of added files')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Files' }).click()
    const picture = await (await createTwoColourPicture(40, 20)).png().toBuffer()
    await (await choosing).setFiles([
      { name: 'picture.png', mimeType: 'image/png', buffer: picture },
      { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('a list') },
    ])
    await walk.at('a draft with files')
    await app.ask('With files')
    const files = async () => (await messages()).flatMap(({ files: sent = [] }) => sent).map(({ name }) => name)
    await expect.poll(files).toEqual(['picture.png', 'list.txt'])
    await expect(app.said('You said: With files')).toBeVisible()
    await walk.at('a question with files')
    await button('Open picture.png').click()
    await walk.at('a large picture')
    await page.keyboard.press('Escape')
  })
  await navigate(page, '/chat/temporary')
  await walk.at('a temporary chat')
  await app.composer.fill('A secret')
  await button('Close temporary chat').click()
  await walk.at('Close the temporary chat?')
  await button('Close and lose it').click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  walk.finish()
}
