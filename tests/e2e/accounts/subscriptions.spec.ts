import type { Locator, Page } from '@playwright/test'
import { listInvoices } from '#contract/endpoints/billing.ts'
import { subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect, test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expectReflow } from '../support/expect-reflow.ts'
import { checkoutsBegun, holdOutcome } from '../support/purchases.ts'

// Node, in which these tests format dates, has an American region.
test.use({ locale: 'en-US' })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const card = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ has: heading(page, title) })

test('a user buys a plan, sees its state at each step, cancels it and finds it in the history', async ({
  app,
  page,
  server,
}) => {
  test.setTimeout(120_000)
  const user = await app.makeUser({ trial: false })
  const begun = checkoutsBegun(page)
  await app.signIn(user)

  await test.step('who has bought nothing has an empty history', async () => {
    await page.goto('/account')
    await expect(page.getByText('You have no plan now.')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Subscription History' }).click()
    await expect(heading(page, 'Subscription History')).toBeVisible()
    await expect(heading(page, 'No Subscription History')).toBeVisible()
    const text = 'You have not purchased any subscriptions yet. When you do, they will appear here.'
    await expect(page.getByText(text)).toBeVisible()
  })

  await test.step('without a network the plans are there, with their age, and cannot be bought', async () => {
    await app.untilOfflineReady()
    await navigate(page, '/subscriptions')
    await expect(page.getByRole('button', { name: 'Buy Monthly' })).toBeEnabled()
    await expect(page.getByText(/^Saved copy/)).toHaveCount(0)
    await app.goOffline()
    await page.evaluate(() => localStorage.removeItem('PLAN_LIST_KEY'))
    await page.reload()
    const buy = page.getByRole('button', { name: 'Buy Monthly' })
    await expect(buy).toBeDisabled()
    await expect(buy).toHaveAccessibleDescription(
      'You are offline. Plans can be bought, changed and cancelled when you are back.',
    )
    await expect(page.getByText(/^Saved copy from \d/)).toBeVisible()
    await expectAccessible(app)
    await app.goOnline()
    await expect(buy).toBeEnabled()
    await expect(page.getByText(/^Saved copy/)).toHaveCount(0)
  })

  await test.step('a declined payment buys nothing, and neither does leaving', async () => {
    await expect(card(page, 'Monthly')).toContainText('$9.99 a month')
    await expect(card(page, 'Yearly')).toContainText('$99 a year')
    await page.getByRole('button', { name: 'Buy Monthly' }).dblclick()
    await expect(heading(page, 'Sandbox checkout')).toBeVisible()
    await expect(page.getByText('No money moves here.')).toBeVisible()
    await expect(heading(page, 'Monthly')).toBeVisible()
    expect(begun()).toBe(1)
    await expectAccessible(app)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(heading(page, 'The payment did not go through')).toBeVisible()
    await page.getByRole('button', { name: 'Try Monthly again' }).click()
    await expect(heading(page, 'Sandbox checkout')).toBeVisible()
    expect(begun()).toBe(2)
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByText('You left the checkout. Nothing was bought and nothing is charged.')).toBeVisible()
  })

  await test.step('paying brings the plan, and the composer follows without a reload', async () => {
    await page.getByRole('link', { name: 'Companion', exact: true }).click()
    await expect(page.getByText('To write to Companion you need a plan.')).toBeVisible()
    await expect(app.composer).toHaveCount(0)
    await page.getByRole('link', { name: 'See all plans' }).click()
    await page.getByRole('button', { name: 'Buy Monthly' }).click()
    await expect(page).toHaveURL(/\/sandbox-checkout\?/)
    // Before the reload: the browser may not apply a new route to the requests of a page that has a service worker.
    const late = await holdOutcome(page)
    await page.reload()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(heading(page, 'Your payment is on its way')).toBeVisible()
    await late.arrives()
    await expect(heading(page, 'You are all set')).toBeVisible()
  })

  const bought = (await createTestClient(server.url).call(subscriptionDetails, { token: user.authenticated.access }))
    .subscriptions[0]
  const [start, end] = [bought?.created_at ?? '', bought?.current_period_end ?? '']

  await test.step('the page of the purchase says what was bought and what is next, also when it is opened again', async () => {
    const told = `“Monthly” is yours. It renews on ${formatDate(end, 'en')}, and you can cancel it whenever you like.`
    await expect(page.getByText(told)).toBeVisible()
    await page.reload()
    await expect(page.getByText(told)).toBeVisible()
    await expect(page.getByText('$9.99 a month')).toBeVisible()
    await expectAccessible(app)
    await expectReflow(page)
    await page.getByRole('link', { name: 'Start chatting' }).click()
    await expect(app.composer).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(page.getByText('This checkout is paid already.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(told)).toBeVisible()
  })

  await test.step('the plan is marked, with what happens next', async () => {
    await navigate(page, '/subscriptions')
    const mine = card(page, 'Monthly')
    await expect(mine).toHaveAttribute('aria-current', 'true')
    await expect(mine).toContainText('Your plan')
    await expect(mine).toContainText(`Renews ${formatDate(end, 'en')}`)
    await expect(card(page, 'Yearly').getByRole('button', { name: 'Change to Yearly' })).toBeEnabled()
    await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
  })

  await test.step('in Spanish the plans, prices and dates are Spanish', async () => {
    await page.getByRole('button', { name: 'Español' }).first().click()
    const mine = card(page, 'Mensual')
    await expect(mine).toContainText(/9,99\s\$ al mes/)
    await expect(mine).toContainText('2 millones de tokens al mes')
    await expect(mine).toContainText(`Se renueva el ${formatDate(end, 'es')}`)
    await expect(card(page, 'Dos semanas gratis')).toContainText('Gratis durante dos semanas')
  })

  const dialog = page.getByRole('alertdialog', { name: '¿Cancelar «Mensual»?' })
  const ends = `Termina el ${formatDate(end, 'es')}`

  await test.step('cancelling takes two steps, the second of which says what is lost and when', async () => {
    const cancel = page.getByRole('button', { name: 'Cancelar la suscripción…' })
    await navigate(page, '/account')
    await app.goOffline()
    await expect(cancel).toBeDisabled()
    await expect(cancel).toHaveAccessibleDescription(
      /^No tienes conexión\. Los planes se pueden contratar, cambiar y cancelar/,
    )
    await app.goOnline()
    await navigate(page, '/subscriptions')
    await cancel.click()
    await expect(dialog).toContainText(`${ends}. Hasta entonces todo sigue como está.`)
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expectAccessible(app)
    await dialog.getByRole('button', { name: 'Conservarla' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(cancel).toBeFocused()
    await cancel.click()
    await dialog.getByRole('button', { name: 'Cancelar la suscripción' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(cancel).toHaveCount(0)
    await expect(card(page, 'Mensual').getByText(ends)).toBeFocused()
  })

  await test.step('account and history say so too, the history without a network as well', async () => {
    await navigate(page, '/account')
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(`Mensual9,99 $ al mes${ends}`)
    await page.getByRole('navigation').getByRole('link', { name: 'Historial de suscripciones' }).click()
    await expect(heading(page, 'Historial de suscripciones')).toBeVisible()
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Caduca' })
    const whole = [
      'Mensual',
      'Activa',
      ends,
      '9,99 USD · mes',
      `Empezó${formatDate(start, 'es')}`,
      `Caduca${formatDate(end, 'es')}`,
    ].join('')
    await expect(entry).toHaveText([whole])
    await expectAccessible(app)
    await app.goOffline()
    await page.reload()
    await expect(page.getByText('No se pudo traer lo más reciente.')).toBeVisible()
    await expect(entry).toHaveText([whole])
  })

  const renews = (title: string) => expect(card(page, title)).toContainText('Se renueva el')
  const billed = () => createTestClient(server.url).call(listInvoices, { token: user.authenticated.access })
  const asked = page.getByRole('alertdialog')

  await test.step('a cancelled plan is kept', async () => {
    await app.goOnline()
    await page.goto('/subscriptions')
    await expect(card(page, 'Anual')).toContainText('Para cambiar a este plan, primero conserva el tuyo.')
    await page.getByRole('button', { name: 'Conservar mi plan' }).click()
    await expect(page.getByText('Mensual sigue activo')).toBeVisible()
    await renews('Mensual')
  })

  await test.step('a change to a more expensive plan charges exactly the amount that was shown', async () => {
    await page.getByRole('button', { name: 'Cambiar a Anual' }).click()
    await expect(asked).toContainText('Ahora se cobran')
    await expectAccessible(app)
    const shown = (await asked.textContent()) ?? ''
    await asked.getByRole('button', { name: 'Cambiar de plan' }).click()
    await expect(page.getByText('Ahora tienes Anual')).toBeVisible()
    await expect(asked).toHaveCount(0)
    await renews('Anual')
    await expect(card(page, 'Anual').getByText('Se renueva el')).toBeFocused()
    const [newest, ...earlier] = await billed()
    expect(earlier).toHaveLength(1)
    expect(shown).toContain(`Ahora se cobran ${formatPrice(newest?.amount ?? '', 'USD', 'es')};`)
  })

  await test.step('a change to a cheaper plan comes when the period ends, and is taken back', async () => {
    await page.getByRole('button', { name: 'Cambiar a Mensual' }).click()
    await expect(asked).toContainText('y ahora no se cobra nada.')
    await asked.getByRole('button', { name: 'Cambiar de plan' }).click()
    await expect(card(page, 'Anual').getByText('Cambia a «Mensual» el')).toBeFocused()
    await expect(card(page, 'Mensual')).toContainText('Empieza el')
    await expectAccessible(app)
    await page.getByRole('button', { name: 'Seguir con Anual' }).click()
    await expect(page.getByText('Sigues con Anual')).toBeVisible()
    await renews('Anual')
  })

  await test.step('the history lists what was paid', async () => {
    await navigate(page, '/account/subscriptions/history')
    const payments = page.getByRole('region', { name: 'Pagos' }).getByRole('listitem')
    const [change] = await billed()
    const today = formatDate(start, 'es')
    const amount = (change?.amount ?? '').replace('.', ',')
    const receipt = `Recibo del ${today}`
    await expect(payments).toHaveText([
      `AnualPagado${today} · ${amount} USD${receipt}`,
      `MensualPagado${today} · 9,99 USD${receipt}`,
    ])
    await expectAccessible(app)
    await expectReflow(page)
  })
})
