import { expect, test } from '@playwright/test'
import type { App } from './app.ts'
import { expectAccessible } from './expect-accessible.ts'

/** Checks a dialog and the search with axe, above an open chat that contains `search`. */
export async function expectAccessibleOverlays(app: App, search: string): Promise<void> {
  const { page } = app
  await test.step('the labels of a chat', async () => {
    await page.getByRole('button', { name: /^(More about this chat|Más sobre este chat)$/ }).click()
    await page.getByRole('menuitem', { name: /^(Manage tags|Gestionar etiquetas)$/ }).click()
    await page.getByRole('button', { name: /^(New tag|Etiqueta nueva)$/ }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
    await expectAccessible(app)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('the search', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill(search)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(app)
  })
}
