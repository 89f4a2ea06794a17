import { readFile } from 'node:fs/promises'
import { expect, testOnline as test } from '../fixtures.ts'
import { holdNext, makeAdmin } from '../support/admin.ts'
import { App } from '../support/app.ts'
import { navigate } from '../support/browser/navigate.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expectReflow } from '../support/expect-reflow.ts'
import { giveRole } from '../support/give-role.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '../support/layout-shifts.ts'

// An isolated server, so that users of other tests are not in the list.
test.use({ ownServer: { env: { RATE_LIMITS: 'off' } } })

test('an admin finds, creates, changes and deletes users, a provider only reads, in Spanish too', async ({
  app,
  page,
  server,
  watch,
}) => {
  test.setTimeout(120_000)
  const admin = await makeAdmin(app)
  const volunteer = await app.makeUser()
  for (let at = 1; at <= 20; at++) {
    await admin.send('POST', '/accounts/users/create/', { email: `member-${at}@example.test`, first_name: 'Member' })
  }
  await app.signIn(admin.user)
  await recordLayoutShifts(page)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const stored = () => page.evaluate(() => localStorage.getItem('activeTab'))

  await test.step('the active tab is that of the address, else the stored one, else the first', async () => {
    await page.goto('/admin-panel')
    await expect(tab('Subscriptions')).toHaveAttribute('aria-selected', 'true')
    await tab('Users').click()
    await expect(page).toHaveURL(/\/admin-panel\?tab=users$/)
    await expect.poll(stored).toBe('users')
    await page.goto('/admin-panel')
    await expect(tab('Users')).toHaveAttribute('aria-selected', 'true')
    await page.goto('/admin-panel?tab=subscriptions')
    await expect(tab('Subscriptions')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(stored).toBe('subscriptions')
    await expect(page.getByText('Yearly', { exact: true })).toBeVisible()
    await expect(page.getByText('30 days as figures')).toBeVisible()
    await expectNoLayoutShift(page)
    await page.goto('/admin-panel?tab=users')
    await expect(page.getByText('30 days as figures')).toBeVisible()
    await expect(page.getByText('22 people')).toBeVisible()
    await expectNoLayoutShift(page)
  })

  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const details = page.getByRole('link', { name: 'View Details' })
  await test.step('searching, badges and pages', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Users' })).toBeVisible()
    await expect(page.getByText('22 people')).toBeVisible()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expectAccessible(app)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(details).toHaveCount(2)
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody-at-all')
    await expect(page.getByText('No Users Found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('member-7')
    await expect(page.getByText('1 person')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('')
    await expect(page.getByText('22 people')).toBeVisible()
  })

  await test.step('sorting, states, columns and keys', async () => {
    const headers = page.getByRole('rowheader')
    await page.getByRole('button', { name: 'Person' }).click()
    await expect(page.getByRole('columnheader', { name: 'Person' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL(/ordering=name/)
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'On trial' }).click()
    await expect(page.getByText('1 person')).toBeVisible()
    await expect(headers).toContainText([volunteer.credentials.email])
    await expect(page.getByRole('row').nth(1)).toContainText(/Two free weeks.*On trial.*Ends /)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export users' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
    expect(lines.map((line) => line.includes(volunteer.credentials.email))).toEqual([false, true])

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Plan' }).click()
    await page.keyboard.press('Escape')
    // The column disappears when the choice is stored; before that a reload would lose it.
    await expect(page.getByRole('columnheader', { name: 'Person' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Plan' })).toHaveCount(0)
    await page.reload()
    await expect(headers).toHaveCount(1)
    await expect(page.getByRole('columnheader', { name: 'Plan' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody')
    await page.getByRole('button', { name: 'Show everyone' }).click()
    await expect(page.getByText('22 people')).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('')

    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(details.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(details.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(details.last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Person' }).press('Enter')
    await expect(page).toHaveURL(/ordering=-name/)
  })

  await test.step('the subscribers are sorted, filtered and exported, and lead to their people', async () => {
    await tab('Subscribers').click()
    await expect(page).toHaveURL(/\/admin-panel\?tab=subscribers$/)
    await expect(page.getByText('1 subscription', { exact: true })).toBeVisible()
    await expectAccessible(app)
    await expect(page.getByRole('row').nth(1)).toContainText(/Two free weeks.*On trial.*Ends /)
    await page.getByRole('button', { name: 'Next date' }).click()
    await expect(page.getByRole('columnheader', { name: 'Next date' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Payment failed' }).click()
    await expect(page.getByText('No subscriptions found')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export these subscriptions' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(1)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('searchbox', { name: 'Search subscribers' }).fill(volunteer.credentials.email)
    await expect(page).toHaveURL(/search=/)
    await details.click()
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await navigate(page, '/admin-panel?tab=users')
    await expect(page.getByText('22 people')).toBeVisible()
  })

  await test.step('Create User', async () => {
    await page.getByRole('button', { name: 'Create User' }).click()
    const form = page.getByRole('dialog', { name: 'Create User' })
    const create = form.getByRole('button', { name: 'Create', exact: true })
    await create.click()
    await expect(form.getByText('Email is required', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Email')).toBeFocused()
    await form.getByLabel('Email').fill('nowhere')
    await expect(form.getByText('Invalid email', { exact: true })).toBeVisible()
    await form.getByLabel('Email').fill('noor@example.test')
    await form.getByLabel('Password', { exact: true }).fill('short')
    await create.click()
    await expect(form.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
    await form.getByLabel('Password', { exact: true }).fill('a quiet harbour 42')
    await form.getByLabel('First Name').fill('Noor')
    await form.getByLabel('Last Name').fill('Haddad')
    for (const name of ['VIP', 'Provider', 'Ad Subscriber', 'Receive Newsletters']) {
      await form.getByRole('checkbox', { name }).check()
    }
    const letGo = await holdNext(page, 'POST', '/accounts/users/create/')
    await create.click()
    await expect(form.getByRole('button', { name: 'Creating...' })).toBeVisible()
    letGo()
    await expect(page.getByText('User created successfully', { exact: true })).toBeVisible()
    await expect(form).toHaveCount(0)
    const badges = row('Noor Haddad').getByRole('list', { name: 'Badges' }).getByRole('listitem')
    await expect(badges.filter({ hasText: /^(Provider|Ad Subscriber|VIP|Newsletters)$/ })).toHaveCount(4)
    await expect(row('Noor Haddad')).toContainText('noor@example.test')
    const flags = { is_vip: true, is_provider: true, is_ad_subscriber: true, receive_newsletters: true }
    expect(await admin.send('GET', '/accounts/users/?search=noor')).toMatchObject({ results: [flags] })
    await page.getByRole('combobox', { name: 'Badge' }).click()
    await page.getByRole('option', { name: 'VIP' }).click()
    await expect(details).toHaveCount(1)
  })

  await test.step('the user’s page', async () => {
    await row('Noor Haddad').getByRole('link', { name: 'View Details' }).click()
    await expect(page).toHaveURL(/\/admin-panel\/users\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Noor Haddad' })).toBeVisible()
    await expect(page.getByText('No subscriptions yet.')).toBeVisible()
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit User' })
    await expect(form.getByLabel('Username')).toHaveValue('noor')
    await form.getByLabel('Username').fill('ab')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByText('Username must be at least 3 characters')).toBeVisible()
    await form.getByLabel('Username').fill('noor-h')
    await form.getByRole('checkbox', { name: 'VIP' }).uncheck()
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(page.getByText('noor-h')).toBeVisible()
    await expect(page.getByText('Username · VIP: off')).toBeVisible()
    const noor = `/accounts/users/${page.url().split('/').at(-1)}/`
    expect(await admin.send('GET', noor)).toMatchObject({ username: 'noor-h', is_vip: false, is_provider: true })

    await page.getByRole('button', { name: 'Grant subscription' }).click()
    const grant = page.getByRole('dialog', { name: 'Grant subscription' })
    await grant.getByRole('combobox', { name: 'Plan' }).click()
    await page.getByRole('option', { name: 'Monthly, $9.99 month' }).click()
    await grant.getByLabel('Until').fill('2031-05-06')
    await grant.getByRole('button', { name: 'Grant', exact: true }).click()
    await expect(page.getByText('Subscription granted', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/Started .* · Expires 6 May 2031/)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Monthly' }).getByText('Active')).toBeVisible()
    const granted = { plan: { name: 'monthly' }, current_period_end: expect.stringMatching(/^2031-05-06/) }
    expect(await admin.send('GET', noor)).toMatchObject({ subscriptions: [granted] })
    await expectAccessible(app)
    await expectReflow(page)
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'Change the end…' }).click()
    const change = page.getByRole('dialog', { name: 'Change the end' })
    await change.getByLabel('Until').fill('2032-07-08')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Expires 8 Jul 2032/)).toBeVisible()
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'End now…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Monthly' }).getByText('Cancelled')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Manage' })).toHaveCount(0)
    expect(await admin.send('GET', noor)).toMatchObject({ subscriptions: [{ status: 'canceled' }] })
  })

  await test.step('sessions are revoked, and a user is deleted in two steps', async () => {
    await page.goto(`/admin-panel/users/${volunteer.authenticated.user.id}`)
    await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible()
    await expectNoLayoutShift(page)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
    const theirs = `/accounts/users/${volunteer.authenticated.user.id}/`
    expect(await admin.send('GET', `${theirs}sessions/`)).toEqual({ results: [] })
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()
    await expect(page.getByRole('listitem').getByText('Session revoked')).toBeVisible()
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete User?' })
    await expect(dialog).toContainText(volunteer.credentials.email)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('User deleted', { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/admin-panel\?tab=users$/)
    await expect(page.getByText('22 people')).toBeVisible()
    await expect(admin.send('GET', theirs)).rejects.toThrow(': 404')
  })

  await test.step('in Spanish', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Español' }).click()
    await expect(page.getByRole('tab')).toHaveText([
      'Suscripciones',
      'Suscriptores',
      'Usuarios',
      'Denuncias',
      'Boletín',
      'Legal',
      'Auditoría',
    ])
    await page.getByRole('button', { name: 'Validadores' }).click()
    await expect(page.getByRole('dialog')).toContainText('Nadie se ha apuntado todavía.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Crear usuario' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Crear', exact: true }).click()
    await expect(page.getByText('El correo es obligatorio', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Suscripciones' }).click()
    await expect(page.getByText('Prueba gratis', { exact: true })).toBeVisible()
    await expect(page.getByText('9,99 $ al mes', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Crear plan nuevo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Crear', exact: true }).click()
    await expect(page.getByText('Se necesita al menos una característica')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('who is an admin no more is out with the next request', async () => {
    watch.expect(/^Failed to load resource:.*403/)
    const other = await makeAdmin(app)
    await other.send('PUT', `/accounts/users/${admin.user.authenticated.user.id}/`, {
      is_admin: false,
      ...{ first_name: 'Sought', last_name: 'Sefarad' },
    })
    await page.getByRole('tab', { name: 'Usuarios' }).click()
    await expect(page).toHaveURL(/\/error\?type=access-denied$/)
  })

  await test.step('a provider reads, and changes nothing', async () => {
    const provider = await giveRole(server, await app.makeUser({ trial: false }), 'provider')
    const context = await page.context().browser()?.newContext({ baseURL: server.url, locale: 'es-ES' })
    if (!context) throw new Error('No browser')
    const theirs = new App(await context.newPage(), server, app.watch)
    await theirs.signIn(provider)
    await theirs.page.goto('/chat')
    await theirs.page.getByRole('button', { name: 'Ana Prado' }).click()
    await theirs.page.getByRole('menuitem', { name: 'Usuarios' }).click()
    await theirs.page.getByRole('searchbox', { name: 'Buscar usuarios' }).fill('sefarad')
    await expect(theirs.page.getByText('1 persona', { exact: true })).toBeVisible()
    await expect(theirs.page.getByText(admin.user.credentials.email)).toHaveCount(0)
    await theirs.page.getByRole('link', { name: 'Ver detalles' }).click()
    await expect(theirs.page.getByText('Puedes leer esta página, pero no cambiar nada.')).toBeVisible()
    await expect(theirs.page.getByRole('heading', { level: 2 })).toHaveText(['Perfil', 'Suscripciones'])
    await expect(theirs.page.getByRole('main').getByRole('button')).toHaveAccessibleName('Volver')
    await context.close()
  })
})
