import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { fieldRefusals } from '#contract/field-refusals.ts'
import { Email, NewPassword } from '#contract/primitives.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'

const Schema = v.object({ email: Email, password: NewPassword, news: v.boolean() })
type Values = v.InferOutput<typeof Schema>

function SignUp({ onSubmit }: { onSubmit: (values: Values) => unknown }) {
  const form = useAppForm(Schema, { email: '', password: '', news: false })
  return (
    <Form of={form} onSubmit={onSubmit}>
      <FormError />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <CheckboxField name="news" label="Newsletter" />
      <SubmitButton pendingLabel="Creating…">Create</SubmitButton>
    </Form>
  )
}

async function open(onSubmit: (values: Values) => unknown = () => undefined) {
  const page = await render(<SignUp onSubmit={onSubmit} />)
  const input = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement
  const button = page.querySelector<HTMLButtonElement>('[type="submit"]') as HTMLButtonElement
  const fill = async () => {
    await typeInto(input('email'), ' Ana@Example.org ')
    await typeInto(input('password'), 'long enough')
  }
  return { page, input, button, fill, send: () => interact(() => button.click()) }
}

/** The description that a screen reader adds to the input's name. */
function descriptionOf(input: HTMLInputElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

test('leaving an empty field shows no error', async () => {
  const { input } = await open()
  await interact(() => input('email').focus())
  await interact(() => input('email').blur())
  expect(input('email').getAttribute('aria-invalid')).toBeNull()
})

test('an invalid value shows an error when its field is left, and hides it while it is corrected', async () => {
  const { input } = await open()
  await typeInto(input('email'), 'ana@')
  expect(input('email').getAttribute('aria-invalid')).toBeNull()
  await interact(() => input('email').blur())
  await vi.waitFor(() => expect(descriptionOf(input('email'))).toBe('Invalid email'))
  expect(input('email').getAttribute('aria-invalid')).toBe('true')
  await typeInto(input('email'), 'ana@example.org')
  await vi.waitFor(() => expect(input('email').getAttribute('aria-invalid')).toBeNull())
})

test('submitting an empty form shows what is missing and focuses the first invalid field', async () => {
  const onSubmit = vi.fn()
  const { input, send } = await open(onSubmit)
  await send()
  await vi.waitFor(() => expect(document.activeElement).toBe(input('email')))
  expect(descriptionOf(input('email'))).toBe('Email is required')
  expect(descriptionOf(input('password'))).toBe('Password is required')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a form is submitted once, however often the button is pressed, with parsed values', async () => {
  const sent = Promise.withResolvers<void>()
  const onSubmit = vi.fn(() => sent.promise)
  const { button, fill, send } = await open(onSubmit)
  await fill()
  await send()
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  await send()
  await interact(() => button.form?.requestSubmit())
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ email: 'ana@example.org', password: 'long enough', news: false })
  await interact(() => sent.resolve())
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
})

test('the first on the screen of the fields that the server rejects is focused', async () => {
  const { input, fill, send } = await open(() => {
    throw Object.assign(new Error('x'), {
      code: 'bad_request',
      fields: { password: [fieldRefusals.password_common.en], email: [fieldRefusals.email_taken.en] },
    })
  })
  await fill()
  await send()
  await vi.waitFor(() => expect(document.activeElement).toBe(input('email')))
  expect(descriptionOf(input('password'))).toBe('Too many people use this password. Choose another')
})

test('the server’s errors are shown at their fields, and those without a field above the form', async () => {
  const fields = { email: [fieldRefusals.email_taken.en], captcha: ['Prove that you are there'] }
  const { page, input, fill, send } = await open(() => {
    throw Object.assign(new Error('Bad request'), { code: 'bad_request', fields })
  })
  await fill()
  await send()
  await vi.waitFor(() => expect(descriptionOf(input('email'))).toBe('An account with this email already exists'))
  expect(document.activeElement).toBe(input('email'))
  expect(page.querySelector('[role="alert"]')?.textContent).toBe('Prove that you are there')
})

test('an error without fields is shown above the form, and cleared by the next submission', async () => {
  const answers = [
    Object.assign(new Error('No connection. Check your network and try again'), { name: 'NetworkError' }),
  ]
  const { page, fill, send } = await open(() => {
    const failure = answers.shift()
    if (failure) throw failure
  })
  await fill()
  await send()
  const alert = () => page.querySelector('[role="alert"]')?.textContent
  await vi.waitFor(() => expect(alert()).toBe('No connection. Check your network and try again'))
  await send()
  await vi.waitFor(() => expect(alert()).toBe(''))
})

test('values that a password manager filled in without an event are submitted', async () => {
  const onSubmit = vi.fn()
  const { input, send } = await open(onSubmit)
  const fillSilently = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  fillSilently?.call(input('email'), 'ana@example.org')
  fillSilently?.call(input('password'), 'long enough')
  await send()
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
})

test('a password can be shown, and is hidden again when the form is submitted', async () => {
  const { page, input, fill, send } = await open()
  await fill()
  await interact(() => page.querySelector<HTMLButtonElement>('[aria-label="Show password"]')?.click())
  expect(input('password').type).toBe('text')
  await send()
  await vi.waitFor(() => expect(input('password').type).toBe('password'))
})

test('a hint appears when caps lock is on while a password is typed', async () => {
  const { input, send } = await open()
  const press = (modifierCapsLock: boolean) =>
    interact(() => input('password').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, modifierCapsLock })))
  await press(true)
  expect(descriptionOf(input('password'))).toBe('Caps lock is on')
  await press(false)
  expect(descriptionOf(input('password'))).toBe('')
  await press(true)
  await send()
  await vi.waitFor(() => expect(descriptionOf(input('password'))).toBe('Password is required Caps lock is on'))
})
