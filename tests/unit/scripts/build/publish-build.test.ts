import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBuildRecord } from '../../../../scripts/build/build-record.ts'
import { publish } from '../../../../scripts/build/publish.ts'

async function folders() {
  const folder = await mkdtemp(join(tmpdir(), 'publish-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dist = join(folder, 'dist')
  let count = 0
  const publishFiles = async (files: Record<string, string>) => {
    const built = join(folder, `built-${++count}`)
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(built, path)), { recursive: true })
      await writeFile(join(built, path), text)
    }
    await publish(built, dist, `stamp ${count}`)
  }
  const assets = async () => (await readdir(join(dist, 'assets'))).sort()
  return { dist, publishFiles, assets }
}

test('the assets of the last three builds are kept, and older ones deleted', async () => {
  const { dist, publishFiles, assets } = await folders()
  for (const n of [1, 2, 3, 4]) await publishFiles({ 'index.html': `page ${n}`, [`assets/app-${n}.js`]: '' })
  expect(await assets()).toEqual(['app-2.js', 'app-3.js', 'app-4.js'])
  expect(await readFile(join(dist, 'index.html'), 'utf8')).toBe('page 4')
  expect((await readBuildRecord(dist))?.stamp).toBe('stamp 4')
})

test('an identical build does not displace the build before', async () => {
  const { publishFiles, assets } = await folders()
  await publishFiles({ 'index.html': 'old', 'assets/app-1.js': '' })
  for (const _again of [1, 2, 3, 4]) await publishFiles({ 'index.html': 'new', 'assets/app-2.js': '' })
  expect(await assets()).toEqual(['app-1.js', 'app-2.js'])
})

test('a file that is no longer built is deleted, unless a kept build needs it as an asset', async () => {
  const { dist, publishFiles } = await folders()
  await publishFiles({ 'index.html': 'old', 'old.txt': '', 'assets/app-1.js': '' })
  await publishFiles({ 'index.html': 'new', 'assets/app-2.js': '' })
  expect((await readdir(dist)).sort()).toEqual(['.build.json', 'assets', 'index.html'])
})
