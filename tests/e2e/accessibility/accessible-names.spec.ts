import type { Locator } from '@playwright/test'
import { fieldMessages } from '#contract/field-messages.ts'
import { readingOf } from '#support/fakes/judge-script.ts'
import { expect, test } from '../fixtures.ts'
import { lastSaid } from '../support/backdate-chat.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { standInForSpeech } from '../support/fakes/speech-stand-in.ts'

// Finds each control of the settings and the chat by its role and accessible name in Spanish. Those in English are found
// by the walks through every control (tests/e2e/support/controls/), and by the tests of scores, folders and versions.

test.use({ ownServer: { env: { SCORING: 'on' } }, locale: 'es', serviceWorkers: 'block' })

const say = {
  chatMenu: [
    'Renombrar',
    'Guardar para siempre',
    'Mover a una carpeta',
    'Gestionar etiquetas',
    'Exportar el chat',
    'Borrar',
  ],
  more: 'Más sobre este chat',
  list: ['Buscar chats', 'Carpetas', 'Etiquetas'],
  headings: ['Chats', 'Hoy', 'Ayer', 'Anteriores'],
  examples: 'Ejemplos',
  waiting: /^(?:En espera|Pendiente)/,
  sent: 'Enviado',
  notSent: /^No enviado/,
  retry: 'Reintentar',
  answer: ['Copiar', 'Reproducir texto', 'Reevaluar respuesta'],
  reasoning: ['Mostrar el razonamiento', 'Ocultar el razonamiento'],
  axes: ['Verdad', 'Equidad', 'Sabiduría', 'Deber', 'Seguridad', 'Libertad'],
  score: 'Puntuación',
  scores: 'Puntuación de esta respuesta',
  sections: {
    general: 'General',
    conversation: 'Conversación',
    sessions: 'Sesiones',
    'sync-controls': 'Sincronización y uso sin conexión',
    'profile-memory': 'Perfil y memoria',
  },
  voice: 'Voz para leer en alto',
  showScores: 'Mostrar las puntuaciones',
  language: 'Idioma',
  validator: 'Hazte validador',
  name: 'Nombre',
  email: 'Correo',
  signUp: 'Apuntarme',
} as const

test('each label of the chat and of the settings can be found by its role and name in Spanish', async ({
  app,
  page,
  server,
  model,
  watch,
}) => {
  const button = (name: string, within: Pick<Locator, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true })
  const shown = (...each: Locator[]) => Promise.all(each.map((one) => expect(one).toBeVisible()))
  watch.expect(failedRequests)
  await standInForSpeech(page, { ears: false })
  model.judge.otherwise = { says: readingOf([92, 84, 78, 88, 95, 81]) }
  model.otherwise = { reasoning: ['A thought before it.'] }
  const user = await app.makeUser()
  const [older, yesterday, today] = [
    await user.chat(['One'], 'Long ago'),
    await user.chat(['Two'], 'The day before'),
    await user.chat(['Three'], 'Of this day'),
  ]
  lastSaid(server, older, 9)
  lastSaid(server, yesterday, 1)
  await app.signIn(user)

  await test.step('the chat, its menu and the list', async () => {
    await page.goto(`/chat/${today}`)
    await expect(app.said('You said: Three')).toBeVisible()
    await shown(...say.list.map((name) => button(name)))
    await shown(...say.headings.map((name) => page.getByRole('heading', { name, exact: true })))
    await button(say.more).click()
    await shown(...say.chatMenu.map((name) => page.getByRole('menuitem', { name })))
    await page.keyboard.press('Escape')
  })

  await test.step('an answer and its scores', async () => {
    const answer = app.said('You said: Three')
    await shown(...say.answer.map((name) => button(name, answer)))
    const [show, hide] = say.reasoning
    await button(show, answer).click()
    await expect(answer).toContainText('A thought before it.')
    await button(hide, answer).click()
    const scores = [92, 84, 78, 88, 95, 81].map((score, axis) => `${say.axes[axis]} ${score}`).join(', ')
    await page.getByRole('button', { name: `${say.score} 82 (${scores})` }).click()
    const panel = page.getByRole('complementary', { name: say.scores })
    await shown(...say.axes.map((name) => panel.getByRole('region', { name, exact: true })))
    await shown(...['PCS', 'OAS', 'ICS'].map((name) => panel.getByRole('term').filter({ hasText: name }).first()))
  })

  await test.step('the status of a message', async () => {
    const send = '**/api/v1/companion/chat/'
    const question = app.said('Four')
    await app.context.setOffline(true)
    await app.ask('Four')
    await expect(question.getByText(say.waiting)).toBeVisible()
    const json = { message: 'This is too large', code: 'payload_too_large' }
    await page.route(send, (route) => route.fulfill({ status: 413, json }))
    await app.context.setOffline(false)
    await expect(question.getByText(say.notSent)).toBeVisible()
    await page.unroute(send)
    await button(say.retry, question).click()
    await expect(question.getByText(say.sent)).toBeVisible()
  })

  await test.step('what one could ask', async () => {
    await page.goto('/chat/new')
    await expect(page.getByRole('list', { name: say.examples }).getByRole('button')).toHaveCount(3)
  })

  await test.step('the settings', async () => {
    await page.goto('/settings?section=general')
    for (const [section, name] of Object.entries(say.sections)) {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click()
      await expect(page).toHaveURL(new RegExp(`section=${section}$`))
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
      if (section === 'general')
        await expect(page.getByRole('group', { name: say.language, exact: true })).toBeVisible()
      if (section !== 'conversation') continue
      await expect(page.getByRole('combobox', { name: say.voice })).toBeVisible()
      await expect(page.getByRole('switch', { name: say.showScores })).toBeChecked()
    }
  })

  await test.step('the sign-up of validators', async () => {
    await page.getByRole('link', { name: say.validator }).click()
    const form = page.getByRole('form', { name: say.validator })
    for (const [name, message] of [
      [say.name, fieldMessages.name_required],
      [say.email, fieldMessages.email_required],
    ] as const) {
      const field = form.getByRole('textbox', { name })
      await field.fill('')
      await button(say.signUp, form).click()
      await expect(field).toHaveAccessibleDescription(message.es)
    }
  })
})
