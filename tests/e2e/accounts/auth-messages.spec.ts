import { fieldMessages } from '#contract/field-messages.ts'
import { expect, testOnline as test } from '../fixtures.ts'

type Language = 'en' | 'es'
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

const buttons = {
  en: { register: 'Create account', login: 'Log in', forgot: 'Send the link' },
  es: { register: 'Crear cuenta', login: 'Iniciar sesión', forgot: 'Enviar el enlace' },
} as const

const windows = { en: { width: 1440, height: 900 }, es: { width: 390, height: 844 } }

for (const language of ['en', 'es'] satisfies Language[]) {
  test.describe(language, () => {
    test.use({ locale: language, viewport: windows[language] })

    test(`each error of the account forms is shown at its field (${language})`, async ({ app: _, page }) => {
      const input = (name: Field) => page.locator(`[name="${name}"]`)
      const expectSaid = async (name: Field, key: Message) => {
        const words = fieldMessages[key][language]
        await expect(input(name)).toHaveAccessibleDescription(new RegExp(RegExp.escape(words)))
        await expect(input(name)).toHaveAttribute('aria-invalid', 'true')
        await expect(page.getByText(words)).toBeVisible()
      }
      const submit = (name: string) => page.getByRole('button', { name, exact: true }).click()

      await page.goto('/auth/register')
      await submit(buttons[language].register)
      for (const [name, key] of missing) await expectSaid(name, key)
      await expect(input('first_name')).toBeFocused()
      for (const [name, typed, key] of mistakes) {
        await input(name).fill(typed)
        await expectSaid(name, key)
      }
      // The other field can also correct the mistake.
      await input('password').fill('eight888')
      await expect(input('confirm_password')).not.toHaveAttribute('aria-invalid')
      await expect(input('password')).not.toHaveAttribute('aria-invalid')
      await input('first_name').fill('Ana María')
      await input('last_name').fill("O'Brien-Núñez")
      await submit(buttons[language].register)
      await expect(input('email')).toBeFocused()
      await expect(input('first_name')).not.toHaveAttribute('aria-invalid')
      await expect(input('last_name')).not.toHaveAttribute('aria-invalid')

      await page.goto('/auth/login')
      await submit(buttons[language].login)
      await expectSaid('email', 'email_required')
      await expectSaid('password', 'password_required')
      await page.goto('/auth/forgor-password')
      await submit(buttons[language].forgot)
      await expectSaid('email', 'email_required')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, 'nothing stands outside of the window').toBeLessThanOrEqual(0)
    })
  })
}
