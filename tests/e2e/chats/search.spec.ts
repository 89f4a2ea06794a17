import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import type { App } from '../support/app.ts'

const many = Array.from({ length: 45 }, (_, n) => `Línea ${n + 1} de un diario largo`)

const field = (page: Page) =>
  page.getByRole('combobox', { name: /^(Search chats and commands|Buscar chats y comandos)$/ })
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name })
const open = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

test('a user finds chats, text and commands with the keyboard, online, offline and in Spanish', async ({
  app,
  page,
  model,
}) => {
  test.setTimeout(120_000)
  const user = await app.makeUser()
  model.otherwise = { tokens: ['A plain answer.'] }
  const diary = await user.chat(['¿Qué canción suena en otoño?', ...many], 'Diario')
  const kitchen = await user.chat(['How do I bake bread?'], 'Kitchen')
  await app.signIn(user)
  await page.goto(`/chat/${kitchen}`)
  await expect(app.said('How do I bake bread?')).toBeVisible()

  await test.step('a title, by the first letters of a word', async () => {
    await open(page)
    await field(page).fill('diar')
    await expect(option(page, /Diario/).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/chat/${diary}$`))
    await expect(app.said('Línea 45')).toBeVisible()
    await expect(field(page)).toBeHidden()
  })

  await test.step('a word far up in a long chat, without its accents: it opens there, marked', async () => {
    await open(page)
    await field(page).fill('cancion oto')
    const found = option(page, /¿Qué canción suena en otoño\?/)
    await expect(found.locator('mark')).toHaveText(['canción', 'oto'])
    await found.click()
    await expect(page).toHaveURL(new RegExp(`/chat/${diary}\\?message=`))
    // First, because the marks disappear after four seconds.
    await expect(page.locator('[data-found]')).toHaveText(/canción/)
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('found-words')?.size)).toBe(2)
    await expect(page.locator('[data-found]')).toHaveCount(0)
    await expect(app.said('¿Qué canción suena en otoño?')).toBeInViewport()
  })

  await test.step('back closes it, and the focus is where it was', async () => {
    await app.composer.focus()
    await open(page)
    await page.goBack()
    await expect(field(page)).toBeHidden()
    await expect(app.composer).toBeFocused()
    await open(page)
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(app.composer).toBeFocused()
  })

  await test.step('keys: a list of them, the composer; none while one types', async () => {
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await expect(app.composer).toHaveValue('?/')
    await app.composer.fill('')
    await page.getByRole('region', { name: 'Messages' }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(app.composer).toBeFocused()
  })

  await test.step('a new chat, and the search before it is rendered: the focus is in the search', async () => {
    await page.evaluate(() => {
      const press = (key: string, shiftKey: boolean) =>
        document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, shiftKey }))
      press('o', true)
      press('k', false)
    })
    await expect(page).toHaveURL(/\/chat\/new$/)
    await expect(page.locator('article')).toHaveCount(0)
    await expect(field(page)).toBeFocused()
  })

  await test.step('a command: the language', async () => {
    await field(page).fill('espanol')
    await expect(option(page, 'Language: Español')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  })

  await test.step('without network, what is kept here is found and opens', async () => {
    await app.goOffline()
    await open(page)
    await field(page).fill('LINEA 7 diario')
    await expect(option(page, /Línea 7 de un diario largo/).first()).toBeVisible()
    await expect(page.getByText('Solo se ha buscado en lo que guarda este dispositivo')).toBeVisible()
    await option(page, /Línea 7 de un diario largo/)
      .first()
      .click()
    await expect(app.said('Línea 7 de un')).toBeInViewport()
    await open(page)
    await expect(page.getByText('Este mensaje ya no está aquí')).toHaveCount(0)
    await field(page).fill('zzz')
    await expect(page.getByText('No hay nada para «zzz»')).toBeVisible()
  })
})

/** Simulates a busy browser: delays `history.back()` until the returned function, which counts calls, is called. */
async function holdBack(page: Page): Promise<() => Promise<number>> {
  const held = await page.evaluateHandle(() => {
    const calls: (() => void)[] = []
    const back = history.back.bind(history)
    history.back = () => void calls.push(back)
    return calls
  })
  return () =>
    held.evaluate((calls) => {
      const all = calls.splice(0)
      for (const back of all) back()
      return all.length
    })
}

async function openOneOfTwoChats(app: App): Promise<string> {
  const user = await app.makeUser()
  const [first, second] = [await user.chat(['The first one']), await user.chat(['The second one'])]
  await app.signIn(user)
  await app.page.goto(`/chat/${first}`)
  await app.page.getByRole('link', { name: /The second one/ }).click()
  await expect(app.said('The second one')).toBeVisible()
  await expect(async () => open(app.page)).toPass()
  return second
}

test('Escape pressed twice closes only the search, and Ctrl+K before it has closed opens it again', async ({
  app,
  page,
}) => {
  const chatId = await openOneOfTwoChats(app)
  const release = await holdBack(page)
  await field(page).fill('what was searched')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  expect(await release()).toBe(1)
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()

  await page.keyboard.press('Escape')
  await release()
  await expect(field(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/chat/${chatId}$`))
  await expect(app.said('The second one')).toBeVisible()
})

test('Ctrl+K pressed before the search is loaded opens it when it is there', async ({ app, page }) => {
  const user = await app.makeUser()
  await app.signIn(user)
  const arrive = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/assets/prompts-*.js', async (route) => {
    asked.resolve()
    await arrive.promise
    await route.continue()
  })
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await asked.promise
  await expect(field(page)).toHaveCount(0)
  arrive.resolve()
  await expect(field(page)).toBeFocused()
})

test.describe('with transitions', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })
  test('Ctrl+K opens the search while the previous one still fades out', async ({ app, page }) => {
    await openOneOfTwoChats(app)
    await page.evaluate(() => document.documentElement.style.setProperty('--fast', '60s'))
    await field(page).fill('what was searched')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { includeHidden: true })).toHaveAttribute('data-ending-style')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field(page)).toHaveValue('')
    await expect(field(page)).toBeFocused()
  })
})
