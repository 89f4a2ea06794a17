import { listLegalTexts } from '#contract/endpoints/legal.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect } from '../../../fixtures.ts'
import { makeAdmin } from '../../admin.ts'
import type { App } from '../../app.ts'
import { adminPanel } from '../admin-places.ts'
import { ControlWalk, inStep, type Places } from '../control-walk.ts'
import { siteFrame } from '../site-frame.ts'

const writing = 'a draft of the imprint is stored'

const editor = [
  ...adminPanel,
  'button All legal texts',
  'tab English',
  'tab Español',
  // What is published stays: tested on the server and in jsdom.
  'button Publish…',
]

const places: Places = {
  'the legal texts': { shows: [...adminPanel, /^button Edit (Terms of use|Privacy policy|Imprint and contact)$/] },
  'a legal text': { shows: editor, changes: { 'button Save draft': inStep(writing) } },
}

/** Checks the controls of the legal texts in the admin panel. */
export async function walkLegal(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, places, siteFrame)
  const admin = await makeAdmin(app)
  const token = admin.user.authenticated.access
  const client = createTestClient(server.url)
  await app.signIn(admin.user)
  await page.goto('/admin-panel?tab=legal')
  const edit = page.getByRole('button', { name: 'Edit Imprint and contact' })
  await edit.waitFor()
  await walk.at('the legal texts')
  await walk.step(writing, async () => {
    await edit.click()
    await walk.at('a legal text')
    await page.getByRole('textbox', { name: 'Text' }).fill('Harbour Ltd')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const stored = async () => (await client.call(listLegalTexts, { token })).results
    await expect
      .poll(stored)
      .toContainEqual(expect.objectContaining({ document: 'imprint', texts: { en: 'Harbour Ltd', es: '' } }))
    // The draft is read as it would be published, without a sign-in.
    const preview = page.getByRole('link', { name: 'Preview' })
    const response = await page.request.get((await preview.getAttribute('href')) ?? '')
    expect(await response.text()).toContain('Preview of a draft')
  })
  walk.finish()
}
