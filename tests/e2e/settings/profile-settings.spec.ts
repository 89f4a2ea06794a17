import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, testOnline as test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

test('each setting of conversation, sessions and profile is saved, offline too, and facts reach the model', async ({
  app,
  page,
  model,
}) => {
  const user = await app.makeUser()
  await user.chat(['A first question'], 'Our chat')
  await user.chat(['A second question'], 'The other chat')
  await app.signIn(user)
  await page.goto('/settings?section=conversation')
  for (const [name, isOn] of [
    ['Read answers aloud automatically', false],
    ['Show message scores', true],
    ['Show reasoning', true],
    ['Enter sends', true],
  ] as const) {
    await expect(page.getByRole('switch', { name })).toBeChecked({ checked: isOn })
    await page.getByRole('switch', { name }).click()
    await expect(page.getByRole('switch', { name })).toBeChecked({ checked: !isOn })
  }
  await expect(page.getByRole('combobox', { name: 'Text-to-speech voice' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()

  await page.getByRole('link', { name: /^Profile and memory/ }).click()
  await expect(page.getByText('Nothing is remembered yet.')).toBeVisible()
  await page.getByLabel('About me').fill('A nurse who works')
  await page.getByRole('link', { name: /^Conversation/ }).click()
  await page.getByRole('link', { name: /^Profile and memory/ }).click()
  await expect(page.getByText('Here is what you had begun and not finished.')).toBeVisible()
  await expect(page.getByLabel('About me')).toHaveValue('A nurse who works')
  await page.getByLabel('About me').fill('A nurse who works at night')
  await app.goOffline()
  await page.getByLabel('Preferred name').fill('Robin')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const add = async (fact: string) => {
    await page.getByRole('textbox', { name: 'New fact' }).fill(fact)
    await page.keyboard.press('Enter')
    await expect(facts.getByText(fact)).toBeVisible()
  }
  const facts = page.getByRole('list', { name: 'Remembered facts' })
  await add('I have two cats')
  await add('I hate coriander')
  await page.getByRole('button', { name: 'Edit: I have two cats' }).click()
  await page.getByRole('textbox', { name: 'Fact', exact: true }).fill('I have three cats')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit: I have three cats' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete: I hate coriander' }).click()
  await expect(facts.getByText('I hate coriander')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(facts.getByText('I hate coriander')).toBeVisible()
  await page.getByRole('button', { name: 'Delete: I hate coriander' }).click()
  await page.getByRole('link', { name: /^Sync and offline/ }).click()
  await expect(page.getByText('Remember', { exact: true })).toBeVisible()

  await app.goOnline()
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 30_000 })
  await navigate(page, '/chat/new')
  await app.composer.fill('What do you know of me?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(app.said('What do you know of me?')).toBeVisible()
  await expect.poll(() => model.requests.at(-1)?.messages.at(-1)?.content).toBe('What do you know of me?')
  const told = model.requests.at(-1)?.messages[0]?.content ?? ''
  expect(told).toContain('They like to be called: Robin')
  expect(told).toContain('A nurse who works at night')
  expect(told).toContain('- I have three cats')
  expect(told).not.toContain('coriander')

  await navigate(page, '/settings?section=sessions')
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked()
  await page.getByRole('radio', { name: '30 days' }).check()
  await expect(page.getByRole('heading', { name: 'Logged-in devices' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear history…' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByRole('button', { name: 'Delete unsaved chats' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Saved chats too' }).check()
  await dialog.getByRole('button', { name: 'Delete all chats' }).click()
  await expect(page.getByText('The chats are in Recently deleted.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
  await navigate(page, '/chat')
  await app.openList()
  await expect(page.getByRole('link', { name: /Our chat|The other chat/ })).toHaveCount(0)
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' })

  test('a fact is proposed once and stored after a yes, and usage, limits, example prompts and registration are shown', async ({
    app,
    page,
    server,
    watch,
  }) => {
    const user = await app.makeUser()
    await app.signIn(user)
    await page.goto('/chat/new')
    const examples = page.getByRole('list', { name: 'Ejemplos' }).getByRole('button')
    await expect(examples).toHaveCount(3)
    const first = await examples.allTextContents()
    await page.reload()
    await expect(examples).toHaveCount(3)
    const second = await examples.allTextContents()
    expect(second.filter((text) => first.includes(text))).toEqual([])
    await examples.first().click()
    await expect(app.composer).toHaveValue(second[0] ?? '')

    await app.ask('Hola, me llamo Ana. ¿Qué tal?')
    await expect(page.getByText('¿Recordar «Me llamo Ana»?')).toBeVisible()
    await page.getByRole('button', { name: 'No, gracias' }).click()
    await expect(page.getByText('¿Recordar')).toHaveCount(0)
    await app.ask('Vivo en Sevilla')
    await expect(page.getByText('¿Recordar «Vivo en Sevilla»?')).toBeVisible()
    await page.getByRole('button', { name: 'Recordar', exact: true }).click()
    await expect(page.getByText('Recordado. Puedes cambiarlo en los ajustes')).toBeVisible()
    await app.ask('Ya te dije: ¿y ahora? Me llamo Ana. Vivo en Sevilla.')
    await expect(app.said('Ya te dije')).toBeVisible()
    await expect(page.getByText('¿Recordar')).toHaveCount(0)
    await navigate(page, '/settings?section=profile-memory')
    await expect(page.getByRole('list', { name: 'Datos recordados' }).getByRole('listitem')).toHaveText([
      'Vivo en Sevilla',
    ])

    // Most of the plan is used, then all of it. A streaming answer would be counted after the inserted usage.
    await expect.poll(() => finishedAnswers(server.folder, user.authenticated.user.id)).toBe(3)
    const use = (share: number) => usedOf(server.folder, user.authenticated.user.id, share)
    use(0.84)
    await page.goto('/chat')
    await expect(page.getByText(/Has usado el 84\s%/)).toBeVisible()
    await page.getByRole('link', { name: 'Ver el uso' }).click()
    await expect(page.getByRole('heading', { name: 'Uso', exact: true })).toBeInViewport()
    await expect(page.getByRole('meter', { name: /Tokens/ })).toHaveAttribute('value', '0.84')
    await expect(page.locator('p', { hasText: 'restante: 320' })).toBeVisible()
    await expect(page.getByText('Búsquedas en la web')).toHaveCount(0)
    use(1)
    watch.expect(failedRequests)
    await page.goto('/chat')
    await expect(page.getByText(/Tu plan está agotado/)).toBeVisible()
    await app.ask('¿Y esto?')
    await expect(app.said('¿Y esto?').getByText(/^Retenido/)).toBeVisible()

    await page.goto('/information#validators')
    await page.getByLabel('Nombre').fill('')
    await page.getByLabel('Correo').fill('')
    await page.getByRole('button', { name: 'Apuntarme' }).click()
    await expect(page.getByText('El nombre es obligatorio')).toBeVisible()
    await expect(page.getByText('El correo es obligatorio')).toBeVisible()
    await page.getByLabel('Nombre').fill('Ana')
    await page.getByLabel('Correo').fill(user.credentials.email)
    await page.getByRole('button', { name: 'Apuntarme' }).click()
    await expect(page.getByText(/^Gracias\. Quien lleva este servidor podrá escribirte/)).toBeVisible()
  })
})

function openDatabase(folder: string): DatabaseSync {
  const db = new DatabaseSync(join(folder, 'companion.sqlite'))
  db.exec('PRAGMA busy_timeout = 5000')
  return db
}

/** Returns the number of a user's answers that are complete and counted. */
function finishedAnswers(folder: string, user: number): number {
  const db = openDatabase(folder)
  try {
    const sql = "SELECT count(*) AS answers FROM generations WHERE user_id = ? AND status = 'finished'"
    return Number(db.prepare(sql).get(user)?.answers)
  } finally {
    db.close()
  }
}

const LIMIT = 2_000

/** Gives a user a plan of LIMIT tokens with a used share. */
function usedOf(folder: string, user: number, share: number): void {
  const db = openDatabase(folder)
  try {
    const columns =
      'title, description, price, currency, interval, features, product, searches_limit, created_at, updated_at'
    db.prepare(
      `INSERT INTO plans (name, tokens_limit, is_enabled, is_archived, ${columns})
       SELECT 'limited', ${LIMIT}, 0, 0, ${columns} FROM plans WHERE id = 1
       AND NOT EXISTS (SELECT 1 FROM plans WHERE name = 'limited')`,
    ).run()
    db.prepare(
      "UPDATE subscriptions SET terms_id = NULL, plan_id = (SELECT id FROM plans WHERE name = 'limited') WHERE user_id = ?",
    ).run(user)
    db.prepare('DELETE FROM usage_entries WHERE user_id = ?').run(user)
    const entry = db.prepare(
      'INSERT INTO usage_entries (user_id, message_id, at, tokens, searches) VALUES (?, ?, ?, ?, 0)',
    )
    entry.run(user, 'made-up', new Date().toISOString(), LIMIT * share)
  } finally {
    db.close()
  }
}
