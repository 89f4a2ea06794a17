import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as limits from '#contract/limits.ts'

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

  it('gives the server every other setting of deploy/.env', () => {
    expect(serviceOf('companion')).toMatch(/^ {4}env_file:\n {6}- path: \.env\n {8}required: false\n/m)
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

describe('the README', () => {
  const text = read('README.md')

  it('says what a stop does, and gives the container as long for it as the other ways to run the server', () => {
    const seconds = /^ {4}stop_grace_period: (\d+)s$/m.exec(read('deploy/compose.yaml'))?.[1]
    expect(read('deploy/companion.service')).toMatch(new RegExp(`^TimeoutStopSec=${seconds}$`, 'm'))
    expect(text).toMatch(new RegExp(`^docker run .*--stop-timeout ${seconds} `, 'm'))
    // The port is closed before anything could ask.
    expect(text).not.toContain('turns 503')
  })

  it('starts commands under systemd with the user, the settings and the program of the server', () => {
    const unit = read('deploy/companion.service')
    const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? `no ${name}`
    const command = /^systemd-run (?:.+\\\n)+.+$/m.exec(text)?.[0].replaceAll(/\s*\\\n\s*/g, ' ') ?? ''
    const [program = ''] = settingOf('ExecStart').split(' ')
    for (const part of [
      `--uid=${settingOf('User')}`,
      `--working-directory=${settingOf('WorkingDirectory')}`,
      `-p EnvironmentFile=${settingOf('EnvironmentFile')}`,
      ...settingOf('Environment')
        .split(' ')
        .map((each) => `-E ${each}`),
    ])
      expect(command).toContain(` ${part} `)
    const [, script = ''] = command.split(` ${program} `)
    expect(existsSync(join(root, script)), script).toBe(true)
    expect(text).toContain(
      `useradd --system --home-dir /var/lib/companion --shell /usr/sbin/nologin ${settingOf('User')}`,
    )
  })

  it('lets nginx pass the largest body of a call', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(text) ?? []
    const bodies = Object.entries(limits).flatMap(([name, value]) => (/_BODY_MAX$/.test(name) ? [Number(value)] : []))
    expect(bodies.length).toBeGreaterThan(5)
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(...bodies, limits.FILE_CHUNK_MAX))
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
