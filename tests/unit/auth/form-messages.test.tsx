import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldMessages } from '#contract/field-messages.ts'
import { saveTypedEmail } from '#features/auth/typed-email.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { languages } from '#i18n/languages.ts'
import { resetSession } from '#session/state/session-atom.ts'
import { openAppPage } from '#support/browser/app-page.tsx'
import { interact, typeInto } from '#support/browser/render.tsx'

type Message = keyof typeof fieldMessages
type Field = 'first_name' | 'last_name' | 'email' | 'password' | 'confirm_password'

/** The text typed into a field of the registration, and the expected message below it. */
const mistakes: readonly [field: Field, typed: string, says: Message][] = [
  ['first_name', 'A', 'first_name_min'],
  ['first_name', 'An4', 'first_name_letters'],
  ['last_name', 'P', 'last_name_min'],
  ['last_name', 'Prado!', 'last_name_letters'],
  ['email', 'ana@', 'email_invalid'],
  ['password', 'seven77', 'password_min'],
  ['password', 'abcabcabc', 'password_repetitive'],
  ['password', 'Companion!', 'password_personal'],
  ['password', 'Prado 1998', 'password_personal'],
  ['confirm_password', 'eight888', 'confirm_password_match'],
]

const missing: readonly (readonly [Field, Message])[] = [
  ['first_name', 'first_name_required'],
  ['last_name', 'last_name_required'],
  ['email', 'email_required'],
  ['password', 'password_required'],
  ['confirm_password', 'confirm_password_required'],
]

beforeEach(() => {
  resetSession()
  saveTypedEmail('')
})

describe.each(languages)('the account forms (%s)', (language) => {
  /** Opens a page and submits its empty form. */
  async function submitEmpty(path: string) {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    const page = await openAppPage(path)
    await interact(() => activateLanguage(language))
    const input = (name: Field) => page.querySelector(`main [name="${name}"]`) as HTMLInputElement
    const submit = () => interact(() => page.querySelector<HTMLFormElement>('main form')?.requestSubmit())
    const expectSaid = (name: Field, message: Message) =>
      vi.waitFor(() => {
        const ids = input(name).getAttribute('aria-describedby')?.split(' ') ?? []
        const words = ids.map((id) => document.getElementById(id)?.textContent)
        expect(words).toContain(fieldMessages[message][language])
        expect(input(name).getAttribute('aria-invalid')).toBe('true')
      })
    const expectAccepted = (name: Field) =>
      vi.waitFor(() => expect(input(name).getAttribute('aria-invalid')).toBeNull())
    await submit()
    return { input, submit, expectSaid, expectAccepted }
  }

  it('show each error of the registration at its field, which is described by it', async () => {
    const { input, submit, expectSaid, expectAccepted } = await submitEmpty('/auth/register')
    for (const [name, message] of missing) await expectSaid(name, message)
    expect(document.activeElement).toBe(input('first_name'))
    for (const [name, typed, message] of mistakes) {
      await typeInto(input(name), typed)
      await expectSaid(name, message)
    }
    // The other field can also correct the mistake.
    await typeInto(input('password'), 'eight888')
    await expectAccepted('confirm_password')
    await expectAccepted('password')
    await typeInto(input('first_name'), 'Ana María')
    await typeInto(input('last_name'), "O'Brien-Núñez")
    await submit()
    await vi.waitFor(() => expect(document.activeElement).toBe(input('email')))
    await expectAccepted('first_name')
    await expectAccepted('last_name')
    // What Chromium's field of type email has for a domain with an accent.
    await typeInto(input('email'), 'info@xn--espaol-zwa.es')
    await expectAccepted('email')
  })

  it('show what is missing in the log-in', async () => {
    const login = await submitEmpty('/auth/login')
    await login.expectSaid('email', 'email_required')
    await login.expectSaid('password', 'password_required')
  })

  it('show what is missing in the request for a new password', async () => {
    const { expectSaid } = await submitEmpty('/auth/forgor-password')
    await expectSaid('email', 'email_required')
  })
})
