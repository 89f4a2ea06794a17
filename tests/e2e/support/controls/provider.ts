import type { App } from '../app.ts'
import { giveRole } from '../give-role.ts'
import { ControlWalk, type Places } from './control-walk.ts'
import { siteFrame } from './site-frame.ts'

const places: Places = {
  'the list for providers': {
    shows: ['button Back', 'combobox State', ...['Person', 'Plan', 'State'].map((name) => `button ${name}`)],
  },
}

/** Checks the controls that a provider sees; none of them changes anything on the server. */
export async function walkProvider(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, places, siteFrame)
  await app.signIn(await giveRole(server, await app.makeUser(), 'provider'))
  await page.goto('/admin-panel/users')
  await walk.at('the list for providers')
  walk.finish()
}
