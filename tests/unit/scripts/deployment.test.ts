import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The names in the first column of the README's table of settings. */
const settings = new Set(
  [...read('README.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+(?:, …)?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  ),
)

describe('deploy/compose.yaml', () => {
  const text = read('deploy/compose.yaml')
  /** The block of a service, from its name to the next one or the volumes. */
  const serviceOf = (name: string) => new RegExp(`^ {2}${name}:\\n((?: {3,}.*\\n)+)`, 'm').exec(text)?.[1] ?? ''

  it('gives the server settings that the README names, and no other', () => {
    const given = [...serviceOf('companion').matchAll(/^ {6}([A-Z0-9_]+): /gm)].map(([, name]) => name)
    expect(given).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'TOKEN_SECRET', 'PAYMENTS']))
    expect(given.filter((name) => !settings.has(name ?? ''))).toEqual([])
  })

  it('says in its first lines which values have to be set', () => {
    const head = text.slice(0, text.indexOf('name: '))
    const required = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name)
    expect(required.length).toBeGreaterThan(2)
    expect(required.filter((name) => !head.includes(name))).toEqual([])
  })

  it('declares the services and volumes that it refers to, and mounts a file that exists', () => {
    const [services, volumes] = [...text.matchAll(/^(services|volumes):\n((?: +.*\n)+)/gm)].map(([, , block = '']) =>
      [...block.matchAll(/^ {2}([a-z]+):/gm)].map(([, name]) => name),
    )
    expect(services).toEqual(['companion', 'postgres', 'caddy'])
    const mounted = [...text.matchAll(/^ {4}volumes: \[(.+)\]$/gm)].flatMap(([, list = '']) =>
      [...list.matchAll(/'([^:']+):/g)].map(([, source = '']) => source),
    )
    expect(mounted.filter((source) => !source.startsWith('./')).sort()).toEqual(volumes?.toSorted())
    for (const file of mounted.filter((source) => source.startsWith('./')))
      expect(existsSync(join(root, 'deploy', file)), file).toBe(true)
  })
})

describe.each(['companion.service', 'companion-copy.service'])('deploy/%s', (name) => {
  const text = read(`deploy/${name}`)

  it('starts programs of this repository', () => {
    const [program = '', script = ''] = (/^ExecStart=(.+)$/m.exec(text)?.[1] ?? '').split(' ')
    expect(existsSync(program.replace('/opt/companion', root)), program).toBe(true)
    expect(existsSync(join(root, script)), script).toBe(true)
  })

  it('is accepted by systemd, where that is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'companion-unit-'))
    const file = join(folder, name)
    writeFileSync(file, text.replaceAll('/opt/companion', root))
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    if (verified.error !== undefined) return
    expect([verified.status, verified.stderr]).toEqual([0, ''])
  })
})
