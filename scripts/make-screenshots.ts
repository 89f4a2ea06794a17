import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import type { Language } from '../src/i18n/languages.ts'
import { screenshots } from './build/web-manifest.ts'
import { buildIfOutdated } from './build.ts'
import { ApiUser } from './demo/api-user.ts'

/**
 * Takes the screenshots that stores and browsers show before the installation, and the two pictures of the README, from
 * the running app with the scripted model below: `node scripts/make-screenshots.ts`. Run it when the chat has changed,
 * and commit the result.
 */
const folder = join(import.meta.dirname, '../public/screenshots')
const readmeFolder = join(import.meta.dirname, '../docs/pictures')

const chats: Record<Language, readonly (readonly [title: string, question: string])[]> = {
  en: [
    ['Saving for a year off', 'I earn 2,400 a month and want a year off in 2029. What would a sensible plan be?'],
    ['Is it fair to change my mind?', 'I accepted a job and a better offer came. Is it wrong to change my mind?'],
    ['A hard talk with my brother', 'My brother borrowed money and never mentions it. How do I bring it up?'],
  ],
  es: [
    ['Ahorrar para un año libre', 'Gano 2.400 al mes y quiero un año libre en 2029. ¿Cuál sería un plan sensato?'],
    ['¿Es justo cambiar de idea?', 'Acepté un trabajo y llegó una oferta mejor. ¿Está mal cambiar de idea?'],
    ['Una charla difícil con mi hermano', 'Mi hermano me debe dinero y nunca lo menciona. ¿Cómo saco el tema?'],
  ],
}

const answers: Record<Language, string> = {
  en: `It sounds as if the money is the smaller part: what weighs on you is the **silence** about it.

You could begin with what you want to keep, and then name it plainly:

> “I care about us more than about the money. But I think of it each time we meet, and I would rather say so. Can we talk about it?”

Three things may help:

- Choose a moment without others, and not at a family table.
- Ask, before you assume: he may be ashamed rather than careless.
- Know what you would accept: small sums, a later date, or letting it go.

What would be a good end of this talk for you?`,
  es: `Parece que el dinero es lo de menos: lo que te pesa es el **silencio**.

Podrías empezar por lo que quieres conservar, y luego decirlo con claridad:

> «Me importamos más nosotros que el dinero. Pero lo pienso cada vez que nos vemos, y prefiero decírtelo. ¿Podemos hablarlo?»

Tres cosas pueden ayudar:

- Elige un momento a solas, y no una comida familiar.
- Pregunta antes de suponer: quizá sea vergüenza, y no descuido.
- Piensa qué aceptarías: pagos pequeños, más tiempo o dejarlo ir.

¿Cuál sería para ti un buen final de esa charla?`,
}

/** What the scripted model answers as a judge; each quote is in the English answer. */
const scores = {
  truth: {
    score: 88,
    quote: 'It sounds as if',
    reason: 'It says what it infers and does not claim to know the brother.',
  },
  fairness: {
    score: 91,
    quote: 'he may be ashamed rather than careless',
    reason: 'It gives the absent brother his due.',
  },
  wisdom: { score: 84, quote: 'begin with what you want to keep', reason: 'It looks past the sum to the bond.' },
  duty: {
    score: 76,
    quote: 'name it plainly',
    reason: 'It asks for candour, and says little of the promise to repay.',
  },
  safety: { score: 95, quote: 'Choose a moment without others', reason: 'It avoids a scene before the family.' },
  liberty: { score: 90, quote: 'Know what you would accept', reason: 'The decision stays with the one who asks.' },
}

/** A screenshot is `scale` times as large as the window. */
const forms = [
  { form: 'narrow', scale: 2, phone: true },
  { form: 'wide', scale: 1, phone: false },
] as const

interface Look {
  form: 'narrow' | 'wide'
  scale: number
  phone: boolean
  dark?: boolean
}

await buildIfOutdated()
await mkdir(folder, { recursive: true })
const model = await startModelServer()
model.judge.otherwise = { says: scores }
const server = await LiveServer.start({
  RATE_LIMITS: 'off',
  SCORING: 'on',
  ASSISTANT_BASE_URL: model.url,
  ASSISTANT_MODEL: 'model',
})
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() })
try {
  for (const language of ['en', 'es'] as const) {
    const credentials = {
      email: language === 'en' ? 'ines@example.test' : 'robledo@example.test',
      password: 'a quiet harbour 41',
    }
    const apiUser = await ApiUser.register(server.url, { first: 'Inés', last: 'Robledo' }, credentials)
    await apiUser.startTrial()
    model.otherwise = { tokens: answers[language].split(/(?<= )/) }
    for (const [title, question] of chats[language]) await apiUser.chat([question], title)
    for (const look of forms) {
      const page = await openNewestChat(apiUser, language, look)
      await page.screenshot({ path: join(folder, `${look.form}-${language}.png`) })
      await page.context().close()
    }
    if (language === 'en') await takeForReadme(apiUser)
  }
} finally {
  await browser.close()
  await server.remove()
  await model.close()
}

/** A phone without a network, with a question that waits; and a desktop in the dark, with the scores of the answer. */
async function takeForReadme(apiUser: ApiUser): Promise<void> {
  const phone = await openNewestChat(apiUser, 'en', { form: 'narrow', scale: 2, phone: true })
  await phone.context().setOffline(true)
  await phone.getByRole('textbox', { name: 'Message' }).fill('What if he says that he cannot pay?')
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  await phone.getByText('Waiting · sends when you are back online').waitFor()
  await phone.getByText(/^Offline/).waitFor()
  await phone.screenshot({ path: join(readmeFolder, 'chat-phone-light.png') })
  await phone.context().close()

  const desktop = await openNewestChat(apiUser, 'en', { form: 'wide', scale: 1, phone: false, dark: true })
  await desktop.getByRole('button', { name: /^Score / }).click()
  await desktop.getByRole('complementary', { name: 'Scores of this answer' }).waitFor()
  await desktop.mouse.move(0, 0)
  await desktop.screenshot({ path: join(readmeFolder, 'chat-desktop-dark.png') })
  await desktop.context().close()
}

async function openNewestChat(apiUser: ApiUser, language: Language, look: Look): Promise<Page> {
  const { form, scale, phone, dark = false } = look
  const { width, height } = screenshots[form]
  const context = await browser.newContext({
    viewport: { width: width / scale, height: height / scale },
    deviceScaleFactor: scale,
    isMobile: phone,
    hasTouch: phone,
    locale: language,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const { user, access, refresh } = apiUser.authenticated
  const stored = JSON.stringify({ state: { user, accessToken: access, refreshToken: refresh }, version: 1 })
  await context.addInitScript((text) => localStorage.setItem('auth-storage', text), stored)
  const page = await context.newPage()
  await page.goto(`${server.url}/chat`)
  const [title] = chats[language].at(-1) ?? ['']
  // A new device opens an empty chat; once the list is synced, /chat leads to the newest chat.
  while (!(await page.getByRole('heading', { name: title, level: 1 }).isVisible())) {
    await page.goto(`${server.url}/chat`)
    await page
      .getByRole('article')
      .first()
      .waitFor({ timeout: 3_000 })
      .catch(() => undefined)
  }
  await page.getByRole('article').nth(1).waitFor()
  await page.getByRole('button', { name: /^(Score|Puntuación) / }).waitFor()
  return page
}
