import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStaticFiles } from '#server/http/static/static-files.ts'
import { listScreens } from '../../../src/prerender.tsx'

test('the server knows every screen of the app from the list that the build writes, and no other address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'companion-screens-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '.screens.json'), JSON.stringify(listScreens()))
  const files = createStaticFiles(folder, {})
  const known = (paths: string[]) => Promise.all(paths.map((path) => files.isKnown(path)))
  const screens = ['/', '/chat', '/chat/new', '/account/', '/account/subscriptions/history', '/Admin-Panel/users/1']
  expect(await known(screens)).toEqual(screens.map(() => true))
  const others = ['/no/such/page', '/chat/a/b', '/$', '/_site', '/admin-panel/nobody']
  expect(await known(others)).toEqual(others.map(() => false))
})
