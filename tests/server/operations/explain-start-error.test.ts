import { describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import { explainStartError, type StartPhase } from '#server/lifecycle/explain-start-error.ts'
import { FolderInUseError } from '#server/storage/folder-lock.ts'
import { SpaceError } from '#server/storage/require-space.ts'

const config = { port: 3000, host: '127.0.0.1', dataDir: '/var/companion', databaseUrl: null }
const databaseUrl = 'postgres://me:hunter2@db.example.org:5433/companion'

const system = (code: string, more: object = {}) => Object.assign(new Error(`${code}: it says so`), { code, ...more })
const sqlite = (errcode: number) => system('ERR_SQLITE_ERROR', { errcode })

describe('a server that cannot start', () => {
  it.each<[string, unknown, StartPhase, RegExp]>([
    ['the disk is full', system('ENOSPC'), 'folder', /^The disk is full: .*\/var\/companion.*DATA_DIR/],
    ['SQLite finds the disk full', sqlite(13), 'database', /^The disk is full/],
    [
      'the folder is closed',
      system('EACCES', { path: '/var/companion' }),
      'folder',
      /^The folder \/var\/companion cannot/,
    ],
    ['the folder is read-only', system('EROFS'), 'folder', /^The folder \/var\/companion cannot be written to/],
    ['the folder is a file', system('EEXIST', { path: '/etc/hosts' }), 'folder', /^The folder \/etc\/hosts cannot/],
    ['the database is read-only', sqlite(8), 'database', /cannot be written to\.$/],
    ['the database is none', sqlite(26), 'database', /is not a SQLite database\.$/],
    ['the database is damaged', sqlite(11), 'database', /damaged; put a backup in its place\.$/],
    ['shared memory of SQLite fails', sqlite(4874), 'database', /is the disk full or broken\?\.?$/],
    ['the port is taken', system('EADDRINUSE'), 'listen', /^Port 3000 of 127\.0\.0\.1 is taken.*PORT/],
    ['the port is reserved', system('EACCES'), 'listen', /^Port 3000 .*reserved/],
    ['the address is elsewhere', system('EADDRNOTAVAIL'), 'listen', /HOST/],
    ['the folder is in use', new FolderInUseError('/var/companion'), 'folder', /^Another server is already running/],
    ['the error is unknown', new Error('odd\n  at stack'), 'answers', /^The server could not start: odd\.$/],
  ])('explains in one line that %s', (_, error, phase, line) => {
    const said = explainStartError(error, { phase, config })
    expect(said).toMatch(line)
    expect(said).not.toContain('\n')
  })

  it.each<[string, Error, RegExp]>([
    ['cannot be reached', system('ECONNREFUSED'), /cannot be reached \(ECONNREFUSED\)/],
    ['does not answer', new Error('timeout expired'), /timeout expired\.$/],
    ['refuses the password', system('28P01'), /refuses the name or password/],
    ['does not exist', system('3D000'), /does not exist\. Make it with createdb/],
    ['is full', system('53300'), /\(53300\)\.$/],
  ])('names the PostgreSQL database that %s, without its password', (_, error, line) => {
    const said = explainStartError(error, { phase: 'database', config: { ...config, databaseUrl } })
    expect(said).toMatch(line)
    expect(said).toContain('companion at db.example.org:5433')
    expect(said).not.toMatch(/hunter2|\n/)
  })

  it('blames the disk of this machine, and not the database on another one, when it is too small', () => {
    const error = new SpaceError('/backups has 1 MB free, and copying the next file can need 2 MB')
    const context = { phase: 'database', what: 'No backup was made', config: { ...config, databaseUrl } } as const
    expect(explainStartError(error, context)).toBe(`No backup was made: ${error.message}.`)
  })

  it('names the setting of the connection that failed', () => {
    const databaseDirectUrl = 'postgres://me:hunter2@direct.example.org/companion'
    const of = { ...config, databaseUrl, databaseDirectUrl }
    const said = explainStartError(system('ECONNREFUSED'), {
      phase: 'database',
      config: of,
      database: 'DATABASE_DIRECT_URL',
    })
    expect(said).toMatch(/direct\.example\.org cannot be reached .* is DATABASE_DIRECT_URL right\?$/)
  })

  it('reports each invalid setting on its own line', () => {
    const said = explainStartError(new ConfigError(['PORT is odd', 'HOST is even']), { phase: 'settings' })
    expect(said.split('\n')).toEqual(['Wrong setting: PORT is odd', 'Wrong setting: HOST is even'])
  })
})
