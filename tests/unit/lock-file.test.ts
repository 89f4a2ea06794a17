import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { completeLock, findLockProblems } from '../../scripts/check/lock-file.ts'

const optionalDependencies = { '@tool/cli-linux-x64-musl': '1.0.0', '@tool/cli-win32-arm64': '1.0.0' }
const lock = (packages: object) => ({ name: 'app', lockfileVersion: 3, packages: { '': { name: 'app' }, ...packages } })

async function folderWith(packages: object) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock(packages)))
  return folder
}

test('a program for another machine that the lock file has lost is noticed, and put back', async () => {
  const folder = await folderWith({ 'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies } })
  expect(await findLockProblems(folder)).toContain('node_modules/@tool/cli-win32-arm64')
  expect(await completeLock(folder)).toBe(2)
  expect(await findLockProblems(folder)).toEqual([])
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
  expect(packages['node_modules/@tool/cli-linux-x64-musl']).toMatchObject({
    version: '1.0.0',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
    dev: true,
    optional: true,
  })
})

test('another version above is no stand-in', async () => {
  const folder = await folderWith({
    'node_modules/@tool/cli-linux-x64-musl': { version: '0.9.0' },
    'node_modules/@tool/cli-win32-arm64': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', optionalDependencies },
  })
  const place = 'node_modules/tool/node_modules/@tool/cli-linux-x64-musl'
  expect((await findLockProblems(folder)).slice(1)).toEqual([place])
})
