import 'fake-indexeddb/auto'
import { toast } from 'react-hot-toast/headless'
import * as v from 'valibot'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { readMailLanguageAnswer, saveMailLanguageAnswer } from '#features/account/mail/mail-language-answer.ts'
import { MailLanguageChoice } from '#features/account/mail/mail-language-choice.tsx'
import { MailLanguagePrompt } from '#features/account/mail/mail-language-prompt.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import { signIn } from '#session/session-actions.ts'
import { useSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { closePrompt } from '#ui/feedback/prompt.ts'
import { PromptBar } from '#ui/feedback/prompt-bar.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

const question = '¿Quieres que los correos y los avisos lleguen también en este idioma?'
/** The languages that were sent to the server. */
let saved: string[] = []
let isReachable = true

function Page() {
  const user = useSession()?.user
  return (
    <>
      <Toaster />
      <PromptBar />
      {user && <MailLanguagePrompt key={user.id} user={user} />}
      <MailLanguageChoice />
    </>
  )
}

/** Signs in a user with the interface in English. */
async function open(userId = 7, language: 'en' | 'es' = 'en'): Promise<HTMLElement> {
  const authenticated = makeAuthenticated(userId)
  const user = { ...authenticated.user, profile: { ...authenticated.user.profile, language } }
  await signIn({ ...authenticated, user })
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    const sent = v.parse(updateProfile.body, await request.json())
    if (sent.language === undefined) throw new Error(`No call of ${request.url} was expected`)
    saved.push(sent.language)
    return Response.json({ ...user, profile: { ...user.profile, language: sent.language } })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(<Page />)
  // The timer that removes a closed question outlives its page, and would remove the next test's.
  onTestFinished(async () => {
    await interact(() => {
      closePrompt('mail-language')
      // The toast about the save would otherwise stay for five seconds.
      toast.dismiss()
    })
    await vi.waitFor(() => expect(page.querySelector('section')?.textContent).toBe(''))
  })
  return page
}

const speak = (language: 'en' | 'es') => interact(() => changeLanguage(language))
/** IndexedDB responds in order: once this read is done, the read of the last switch is done and rendered too. */
async function untilAnswerRead(): Promise<void> {
  await readMailLanguageAnswer(7)
  await interact(() => undefined)
}
function press(page: HTMLElement, label: string): Promise<void> {
  const button = [...page.querySelectorAll('button')].find(
    ({ textContent, ariaLabel }) => textContent === label || ariaLabel === label,
  )
  if (!button) throw new Error(`There is no button ${label}`)
  return interact(() => button.click())
}

beforeEach(async () => {
  saved = []
  isReachable = true
  await database().device.clear()
})

describe('switching the language of the interface', () => {
  it('asks in the new language whether emails should follow, and changes them after a yes', async () => {
    const page = await open()
    await speak('es')
    await vi.waitFor(() => expect(page.textContent).toContain(question))
    await press(page, 'Sí')
    await vi.waitFor(() => expect(saved).toEqual(['es']))
    await speak('en')
    await vi.waitFor(() => expect(saved).toEqual(['es', 'en']))
    expect(page.textContent).not.toContain('Shall emails')
  })

  it('does not ask again after a no, and leaves the language of emails', async () => {
    const page = await open()
    await speak('es')
    await vi.waitFor(() => expect(page.textContent).toContain(question))
    await press(page, 'No, gracias')
    await vi.waitFor(async () => expect(await database().device.get('mail_language')).toBeDefined())
    await vi.waitFor(() => expect(page.querySelector('aside')).toBeNull())
    await speak('en')
    await speak('es')
    await untilAnswerRead()
    expect(page.querySelector('aside')).toBeNull()
    expect(saved).toEqual([])
  })

  it('asks also when the language was switched before this lazy chunk had loaded', async () => {
    await changeLanguage('en')
    const page = await open(7, 'es')
    await vi.waitFor(() => expect(page.textContent).toContain('Shall emails and notifications'))
  })

  it('asks again for another user on the same device', async () => {
    await database().device.put({ key: 'mail_language', value: { userId: 7, follows: true } })
    const page = await open(8)
    await speak('es')
    await vi.waitFor(() => expect(page.textContent).toContain(question))
    expect(saved).toEqual([])
  })

  it('stores the answers of several users on one device, also those that an older version stored', async () => {
    await database().device.put({ key: 'mail_language', value: { userId: 7, follows: true } })
    await saveMailLanguageAnswer(8, false)
    await saveMailLanguageAnswer(9, false)
    await saveMailLanguageAnswer(9, true)
    const answers = await Promise.all([7, 8, 9, 10].map(readMailLanguageAnswer))
    expect(answers).toEqual([true, false, true, null])
  })

  it('stores the latest 50 answers of a device', async () => {
    for (let userId = 1; userId <= 52; userId++) await saveMailLanguageAnswer(userId, true)
    const answers = await Promise.all([1, 2, 3, 52].map(readMailLanguageAnswer))
    expect(answers).toEqual([null, null, true, true])
  })

  it('closes the question when the language is switched back', async () => {
    const page = await open()
    await speak('es')
    await vi.waitFor(() => expect(page.textContent).toContain(question))
    await speak('en')
    await vi.waitFor(() => expect(page.querySelector('aside')).toBeNull())
    expect(await database().device.get('mail_language')).toBeUndefined()
  })

  it('reports that the language of emails could not be changed', async () => {
    const page = await open()
    isReachable = false
    await speak('es')
    await vi.waitFor(() => expect(page.textContent).toContain(question))
    await press(page, 'Sí')
    await vi.waitFor(() => expect(page.textContent).toContain('No se pudo cambiar el idioma'))
  })

  it('asks nothing when the user has set another language for emails in the settings', async () => {
    const page = await open()
    const spanish = page.querySelector<HTMLInputElement>('input[value="es"]')
    await interact(() => spanish?.click())
    await vi.waitFor(() => expect(saved).toEqual(['es']))
    await vi.waitFor(async () => expect(await database().device.get('mail_language')).toBeDefined())
    await speak('es')
    await untilAnswerRead()
    expect(page.querySelector('aside')).toBeNull()
    await speak('en')
    await untilAnswerRead()
    expect(page.querySelector('aside')).toBeNull()
    expect(saved).toEqual(['es'])
  })
})
