import { readFile } from 'node:fs/promises'
import { expect, testOnline as test } from '../fixtures.ts'
import { holdNext, makeAdmin } from '../support/admin.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expectReflow } from '../support/expect-reflow.ts'

// An isolated server, so that plans of other tests are not in the list.
test.use({ ownServer: { env: { RATE_LIMITS: 'off' } } })

test('an admin creates, changes, archives and deletes plans, and sees the errors of the form', async ({
  app,
  page,
  watch,
}) => {
  test.setTimeout(120_000)
  const admin = await makeAdmin(app)
  await app.makeUser()
  await app.signIn(admin.user)
  await page.goto('/chat/new')
  await app.openList()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Admin panel' }).click()
  await expect(page).toHaveURL(/\/admin-panel$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin panel' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText([
    'Subscriptions',
    'Subscribers',
    'Users',
    'Reports',
    'Newsletter',
    'Legal',
    'Audit',
  ])
  await expect(page.getByRole('tab', { name: 'Subscriptions' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Subscription Plans' })).toBeVisible()

  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(card('Two free weeks')).toContainText('Trial Free')
  await expect(card('Two free weeks').getByText('Active', { exact: true })).toBeVisible()
  await expect(card('Monthly').getByText('$9.99 month', { exact: true })).toBeVisible()
  await expect(card('Monthly').getByRole('listitem').nth(1)).toHaveText('2 million tokens a month')

  const metrics = page.getByRole('region', { name: 'Figures' })
  await expect(metrics).toContainText('active subscriptions1')
  await expect(metrics).toContainText('Active subscriptions in 30 days: 0 to 1, now 1')
  await metrics.getByText('30 days as figures').click()
  await expect(metrics.getByRole('row')).toHaveCount(31)
  await expectAccessible(app)
  await expectReflow(page)

  await page.getByRole('button', { name: 'Instructions' }).click()
  await expect(page.getByRole('dialog', { name: 'Instructions' })).toContainText('0 means unlimited')
  await page.getByRole('button', { name: 'Close' }).click()

  await test.step('the form', async () => {
    await page.getByRole('button', { name: 'Create New Plan' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Plan' })
    const create = form.getByRole('button', { name: 'Create', exact: true })
    const features = form.getByRole('textbox', { name: 'Features' })
    await expect(form.getByRole('combobox', { name: 'Currency' })).toHaveText('USD')
    await expect(form.getByRole('combobox', { name: 'Interval' })).toHaveText('month')
    await expect(form.getByRole('switch', { name: 'Enabled' })).toBeChecked()
    await expect(form.getByLabel('Price')).toHaveAttribute('step', '0.01')
    await form.getByLabel('Tokens limit').fill('')
    await form.getByLabel('Searches limit').fill('')
    await create.click()
    for (const words of [
      'Name is required',
      'Title is required',
      'Description is required',
      'Price is required',
      'Tokens limit is required',
      'Searches limit is required',
      'At least one feature is required',
    ]) {
      await expect(form.getByText(words, { exact: true })).toBeVisible()
    }
    await expect(form.getByLabel('Name')).toBeFocused()
    await expectAccessible(app)
    // Every other rule: tests/unit/admin/plan-schema.test.ts.
    await form.getByLabel('Name').fill('ab')
    await expect(form.getByText('Name must be at least 3 characters', { exact: true })).toBeVisible()
    await expect(form.getByText(/^Name (must|cannot|is)/)).toHaveCount(1)
    await form.getByLabel('Name').fill('fortnight')
    await form.getByLabel('Title').fill('Fortnight')
    await form.getByLabel('Description').fill('Two weeks at a time.')
    await form.getByLabel('Price').fill('4.5')
    await form.getByLabel('Tokens limit').fill('1000')
    await create.click()
    await expect(form.getByLabel('Searches limit')).toBeFocused()
    await form.getByLabel('Searches limit').fill('0')

    // How chips are typed and removed: tests/unit/ui/chips-field.test.tsx.
    await features.fill('Chat,Voice,')

    await form.getByRole('combobox', { name: 'Interval' }).click()
    await expect(page.getByRole('option')).toHaveText(['month', 'week', 'year', 'two weeks'])
    await page.getByRole('option', { name: 'two weeks' }).click()
    await form.getByRole('combobox', { name: 'Currency' }).click()
    await page.getByRole('option', { name: 'EUR' }).click()
    const letGo = await holdNext(page, 'POST', '/accounts/admin/plans/create/')
    // Text that is not yet a chip is saved too.
    await features.fill('Examples')
    await create.click()
    await expect(form.getByRole('button', { name: 'Creating...' })).toBeVisible()
    letGo()
    await expect(page.getByText('Plan created successfully', { exact: true })).toBeVisible()
    await expect(form).toHaveCount(0)
    await expect(card('Fortnight').getByText('$4.50 two weeks', { exact: true })).toBeVisible()
    await expect(card('Fortnight').getByRole('list').first().getByRole('listitem')).toHaveText([
      'Chat',
      'Voice',
      'Examples',
    ])
    await expect(card('Fortnight')).toContainText('EUR')

    await page.getByRole('button', { name: 'Create New Plan' }).click()
    await form.getByLabel('Title').fill('Thrown away')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'Create New Plan' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('')
    await form.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('another admin is quicker', async () => {
    watch.expect(/^Failed to load resource:.*409/)
    await card('Fortnight').getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit Plan' })
    await expect(form.getByLabel('Title')).toHaveValue('Fortnight')
    await expect(form.getByLabel('Price')).toHaveValue('4.50')
    const plans = (await admin.send('GET', '/accounts/admin/plans/')) as { id: number; name: string }[]
    const plan = plans.find(({ name }) => name === 'fortnight')
    await admin.send('PUT', `/accounts/admin/plans/${plan?.id}/update/`, { ...plan, price: '5.00' })
    await form.getByLabel('Title').fill('A fortnight')
    await form.getByRole('switch', { name: 'Enabled' }).click()
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByRole('alert')).toContainText('Another admin changed this plan in the meantime.')
    await expect(form.getByRole('row', { name: 'Price' }).getByRole('cell')).toHaveText(['5.00', '4.50'])
    await expect(form.getByRole('row', { name: 'Title' }).getByRole('cell')).toHaveText(['Fortnight', 'A fortnight'])
    await expect(form.getByLabel('Title')).toHaveValue('A fortnight')
    await expectAccessible(app)
    await form.getByRole('button', { name: 'Take theirs' }).click()
    await expect(form.getByLabel('Price')).toHaveValue('5.00')
    await form.getByRole('switch', { name: 'Enabled' }).click()
    const letGo = await holdNext(page, 'PUT', `/accounts/admin/plans/${plan?.id}/update/`)
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByRole('button', { name: 'Updating...' })).toBeVisible()
    letGo()
    await expect(page.getByText('Plan updated successfully', { exact: true })).toBeVisible()
    await expect(card('Fortnight').getByText('Inactive', { exact: true })).toBeVisible()
    await expect(card('Fortnight')).toContainText('$5.00 two weeks')
    const stored = { title: 'Fortnight', price: '5.00', currency: 'EUR', interval: 'two_weeks', is_enabled: false }
    expect(await admin.send('GET', '/accounts/admin/plans/')).toContainEqual(expect.objectContaining(stored))
  })

  await test.step('deleting', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Delete Subscription Plan?' })
    const text = 'Are you sure you want to delete your subscription plan? This action cannot be undone.'
    const remove = async (title: string) => {
      await card(title).getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(dialog.getByText(text, { exact: true })).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    }
    await remove('Fortnight')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(card('Fortnight').getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
    await remove('Fortnight')
    const letGo = await holdNext(page, 'DELETE', '/accounts/admin/plans/*/delete/')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeVisible()
    letGo()
    await expect(page.getByText('The plan was deleted', { exact: true })).toBeVisible()
    await expect(card('Fortnight')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Subscription Plans' })).toBeFocused()
    for (const title of ['Two free weeks', 'Monthly', 'Yearly']) {
      await remove(title)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(card(title)).toHaveCount(0)
    }
    await expect(page.getByText('No Subscription Plans')).toBeVisible()
    await page.getByRole('switch', { name: 'Show Archived' }).click()
    await expect(card('Two free weeks').getByText('Archived', { exact: true })).toBeVisible()
    await expect(card('Two free weeks').getByRole('button')).toHaveCount(1)
    await expect(card('Monthly')).toHaveCount(0)
    const archived = expect.objectContaining({ name: expect.stringContaining('trial'), is_archived: true })
    expect(await admin.send('GET', '/accounts/admin/plans/')).toEqual([archived])
    await card('Two free weeks').getByRole('button', { name: 'Take out of the archive' }).click()
    await expect(card('Two free weeks').getByText('Inactive', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Subscription Plans' })).toBeFocused()
    const restored = expect.objectContaining({ is_archived: false, is_enabled: false })
    expect(await admin.send('GET', '/accounts/admin/plans/')).toEqual([restored])
  })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export subscriptions' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('person-')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/chat/)
})
