import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, describe, expect, it } from 'vitest'
import { checkRecipient } from '#server/config/check-recipient.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { prepareDataFolder } from '#server/storage/data-folder.ts'
import { saveTokenSecret } from '#server/storage/token-secret.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'companion-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const secret = 'Zk4tQ9wLx2Rb7nVd0cYf5hGs8jMa1pUe'
const base = { DATA_DIR: dataDir, TOKEN_SECRET: secret }
const production = { ...base, NODE_ENV: 'production', PAYMENTS: 'sandbox' }

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('the settings', () => {
  it('have the addresses of the database itself and of a replica beside that of a pooler', () => {
    const [pooled, direct] = ['postgres://me@pooler/companion', 'postgres://me@db/companion']
    const of = (env: Record<string, string>) => readConfig({ ...base, ...env }).databaseDirectUrl
    expect(of({})).toBeNull()
    expect(of({ DATABASE_URL: pooled })).toBe(pooled)
    expect(of({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toBe(direct)
    expect(problems({ ...base, DATABASE_DIRECT_URL: direct })).toEqual([
      'DATABASE_URL is required with DATABASE_DIRECT_URL, which is the same database without a pooler',
    ])
    expect(problems({ ...base, DATABASE_READ_URL: direct })).toEqual([
      'DATABASE_URL is required with DATABASE_READ_URL, which is a replica of it',
    ])
    expect(
      problems({ ...base, DATABASE_URL: pooled, DATABASE_READ_URL: direct, DATABASE_READ_STALENESS: '1' }),
    ).toEqual(['DATABASE_READ_STALENESS must be a whole number from 2 to 3600'])
    expect(problems({ ...base, DATABASE_URL: pooled, DATABASE_DIRECT_URL: 'db:5432' })).toEqual([
      'DATABASE_DIRECT_URL must be an address like postgres://user:password@host:5432/companion',
    ])
  })

  it('have a public address that is an origin, because links are made by adding a path to it', () => {
    const of = (PUBLIC_URL: string) => readConfig({ ...base, PUBLIC_URL, PAYMENTS: 'sandbox' })
    expect(of('https://Companion.example.org:443//').publicUrl).toBe('https://companion.example.org')
    for (const wrong of ['/app', '/app/', '?from=mail', '#top']) {
      expect(problems({ ...base, PAYMENTS: 'sandbox', PUBLIC_URL: `https://companion.example.org${wrong}` })).toEqual([
        'PUBLIC_URL must be an address like https://companion.example.org, without a path, a query or a user name',
      ])
    }
    expect(problems({ ...base, PAYMENTS: 'sandbox', PUBLIC_URL: 'https://me:secret@example.org' })).toHaveLength(1)
    expect(problems({ ...base, PUBLIC_URL: 'companion.example.org' })).toEqual([
      'PUBLIC_URL must be an address like https://companion.example.org',
    ])
  })

  it('have the documented defaults when nothing is set', () => {
    const config = readConfig({ DATA_DIR: dataDir })
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      corsOrigins: ['http://127.0.0.1:3000'],
      databaseUrl: null,
      payments: 'sandbox',
      accessTokenSeconds: 900,
      refreshTokenSeconds: 2_592_000,
      firstChunkMs: 300_000,
      rateLimits: true,
      serviceWorker: true,
      trustProxy: 0,
      logLevel: 'info',
    })
  })

  it('are read for several models from JSON, the default one first, and their mistakes are named', () => {
    const url = { ...base, ASSISTANT_BASE_URL: 'http://127.0.0.1:9/v1' }
    const models = (list: unknown, more: Record<string, string> = {}) => ({
      ...{ ...url, ...more },
      ASSISTANT_MODELS: typeof list === 'string' ? list : JSON.stringify(list),
    })
    const [one, two] = [
      { id: 'one', label: 'One' },
      { id: 'two', label: 'Two', description: 'Slow', vision: true, tools: false, context: 8_000, price: 0.15 },
    ]
    expect(readConfig(base).models).toEqual([])
    expect(readConfig(models([one, two], { ASSISTANT_MODEL: 'two' })).models).toEqual([two, { ...one, tools: true }])
    expect(problems(models('small-model'))).toEqual([
      'ASSISTANT_MODELS must be JSON, such as [{"id":"llama3.2","label":"Llama 3.2"}]',
    ])
    expect(problems(models([]))).toEqual(['ASSISTANT_MODELS must name at least one model'])
    expect(problems(models([one, one]))).toEqual(['ASSISTANT_MODELS names the same id twice'])
    const [wrong = ''] = problems(models([one, { ...two, context: 'large' }]))
    expect(wrong).toMatch(/^ASSISTANT_MODELS is wrong at model 2, context: Invalid type/)
    expect(problems(models([{ ...one, visoin: true }]))[0]).toMatch(/^ASSISTANT_MODELS is wrong at model 1, visoin: /)
    expect(problems({ ...models([one]), ASSISTANT_BASE_URL: '' })).toEqual([
      'ASSISTANT_BASE_URL is required with ASSISTANT_MODELS',
    ])
    expect(problems(models([one], { ASSISTANT_MODEL: 'two' }))).toEqual([
      'ASSISTANT_MODEL, the default model, must be one of ASSISTANT_MODELS',
    ])
  })

  it('are required together for an S3 store', () => {
    const s3 = {
      FILES_S3_ENDPOINT: 'https://s3.example.com/',
      FILES_S3_BUCKET: 'companion-files',
      FILES_S3_ACCESS_KEY: 'key',
      FILES_S3_SECRET_KEY: 'secret',
    }
    expect(readConfig(base).files).toEqual({ s3: null, perUser: 2_000_000_000 })
    expect(readConfig({ ...base, ...s3, FILES_PER_USER_MB: '0' }).files).toEqual({
      s3: {
        endpoint: 'https://s3.example.com',
        bucket: 'companion-files',
        region: 'us-east-1',
        accessKey: 'key',
        secretKey: 'secret',
      },
      perUser: 0,
    })
    const { FILES_S3_SECRET_KEY: _secret, ...some } = s3
    expect(problems({ ...base, ...some })).toEqual([
      'FILES_S3_SECRET_KEY: FILES_S3_* are required together, or none of them',
    ])
  })

  it('treat an empty value as not set', () => {
    expect(readConfig({ ...base, PORT: '', ASSISTANT_MODEL: ' ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      assistant: { model: null },
      databaseUrl: null,
    })
  })

  it('report all invalid values at once, without repeating them', () => {
    const found = problems({ ...base, PORT: '70000', LOG_LEVEL: 'loud', SMTP_URL: 'hunter2', TRUST_PROXY: '-1' })
    expect(found.map((line) => line.split(' ')[0])).toEqual(['PORT', 'SMTP_URL', 'TRUST_PROXY', 'LOG_LEVEL'])
    expect(found.join()).not.toContain('hunter2')
  })

  it.each([
    ['too short', 'short'],
    ['out of a manual', 'your-secret-key-change-me-please-0123456789'],
    ['hardly random', 'abababababababababababababababababababab'],
  ])('reject a token secret that is %s', (_, TOKEN_SECRET) => {
    expect(problems({ ...base, TOKEN_SECRET })).toEqual([expect.stringMatching(/^TOKEN_SECRET /)])
  })

  it('store a generated token secret once, readable by its owner only', () => {
    const first = readConfig({ DATA_DIR: dataDir }).tokenSecret
    expect(first.length).toBeGreaterThanOrEqual(43)
    expect(readConfig({ DATA_DIR: dataDir }).tokenSecret).not.toBe(first)
    expect(saveTokenSecret(dataDir, first)).toBe(first)
    expect(saveTokenSecret(dataDir, secret)).toBe(first)
    expect(readConfig({ DATA_DIR: dataDir }).tokenSecret).toBe(first)
    const file = join(dataDir, 'token-secret')
    expect(readFileSync(file, 'utf8').trim()).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('create a data folder that is closed to other users of the machine', () => {
    const made = join(dataDir, 'made', 'here')
    prepareDataFolder(readConfig({ DATA_DIR: made }).dataDir)
    expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  it('reject a stored token secret that is empty', () => {
    const emptied = join(dataDir, 'emptied')
    mkdirSync(emptied)
    writeFileSync(join(emptied, 'token-secret'), '\n')
    expect(() => readConfig({ DATA_DIR: emptied })).toThrow(/token-secret is too short/)
  })

  it.each(['hello@example.org', 'Companion <hello@example.org>', '"Companion, Inc." <hello@example.org>'])(
    'accept %s as the sender of mails',
    (MAIL_FROM) => expect(problems({ ...base, MAIL_FROM })).toEqual([]),
  )

  it.each(['Companion', 'hello@', 'Companion <hello>', 'a@example.org, b@example.org', 'A <a@b.org>\r\nBcc: x@y.org'])(
    'reject %j as the sender of mails',
    (MAIL_FROM) => expect(problems({ ...base, MAIL_FROM })).toEqual([expect.stringMatching(/^MAIL_FROM must be like/)]),
  )

  it('require an explicit token secret when the database is shared', () => {
    const DATABASE_URL = 'postgres://companion@db/companion'
    expect(problems({ DATA_DIR: dataDir, DATABASE_URL })).toEqual([expect.stringMatching(/^TOKEN_SECRET is required/)])
    expect(problems({ ...base, DATABASE_URL })).toEqual([])
  })

  it('reject sandbox payments in production unless they are set explicitly', () => {
    expect(problems({ ...base, NODE_ENV: 'production' })).toEqual([expect.stringMatching(/^PAYMENTS/)])
    expect(problems(production)).toEqual([])
    expect(readConfig({ ...base, NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_1' }).payments).toBe('stripe')
  })

  it('reject taxes without Stripe, which computes them', () => {
    const without = expect.stringMatching(/^STRIPE_TAX=on needs Stripe/)
    expect(problems({ ...base, STRIPE_TAX: 'on' })).toEqual([without])
    expect(problems({ ...base, STRIPE_TAX: 'on', STRIPE_SECRET_KEY: 'sk_test_1', PAYMENTS: 'sandbox' })).toEqual([
      without,
    ])
    expect(readConfig({ ...base, STRIPE_TAX: 'on', STRIPE_SECRET_KEY: 'sk_test_1' }).stripe.tax).toBe(true)
    expect(readConfig({ ...base, STRIPE_SECRET_KEY: 'sk_test_1' }).stripe.tax).toBe(false)
    expect(problems({ ...base, STRIPE_TAX: 'yes' })).toEqual(['STRIPE_TAX must be one of: on, off'])
  })

  it('switch the card with lines to call off only with a reason', () => {
    expect(problems({ ...base, CARE_CARD: 'off' })).toEqual([
      expect.stringMatching(/^CARE_CARD_OFF_REASON is required/),
    ])
    const reason = 'a clinic whose staff reads along'
    expect(readConfig({ ...base, CARE_CARD: 'off', CARE_CARD_OFF_REASON: reason }).careCardOffReason).toBe(reason)
    expect(readConfig(base).careCardOffReason).toBeNull()
  })

  it('reject a production server without rate limits', () => {
    expect(problems({ ...production, RATE_LIMITS: 'off' })).toEqual([expect.stringMatching(/^RATE_LIMITS must not/)])
    expect(readConfig({ ...base, RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  })

  it.each([
    { PUBLIC_URL: 'https://companion.example.org' },
    { PUBLIC_URL: 'https://127.0.0.1:8443' },
    { PUBLIC_URL: 'http://192.168.1.20:3000' },
    { PUBLIC_URL: 'http://localhost.example.org' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' },
  ])('are those of production when others can reach the server by %o, whatever NODE_ENV says', (where) => {
    for (const NODE_ENV of ['', 'development', 'test']) {
      const env = { ...base, NODE_ENV, ...where }
      expect(problems({ ...env, RATE_LIMITS: 'off' })).toEqual([
        expect.stringMatching(/^PAYMENTS: .*PAYMENTS=sandbox.* \((?:PUBLIC_URL|HOST) is /),
        expect.stringMatching(/^RATE_LIMITS must not be off/),
      ])
      expect(readConfig({ ...env, PAYMENTS: 'sandbox' }).production).toBe(true)
    }
  })

  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:5173' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { PUBLIC_URL: 'http://companion.localhost' },
  ])('are not those of production when only this machine can reach the server by %o', (where) => {
    expect(readConfig({ ...base, ...where, RATE_LIMITS: 'off' })).toMatchObject({
      production: false,
      payments: 'sandbox',
      rateLimits: false,
    })
  })

  it('reject a public key for backups for which nothing can be encrypted', async () => {
    const BACKUP_RECIPIENT = await identityToRecipient(await generateIdentity())
    expect(readConfig({ ...base, BACKUP_RECIPIENT }).backup.recipient).toBe(BACKUP_RECIPIENT)
    const mistyped = BACKUP_RECIPIENT.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    const ofDevice = `age1yubikey1${'q'.repeat(58)}`
    for (const recipient of [mistyped, ofDevice])
      await expect(checkRecipient(recipient)).rejects.toThrow(
        'BACKUP_RECIPIENT must be the public key that age-keygen prints, age1…',
      )
    await checkRecipient(BACKUP_RECIPIENT)
    expect(problems({ ...base, BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1' })).toHaveLength(1)
  })

  it('accept origins only in the form that browsers send', () => {
    const CORS_ORIGINS = 'https://a.example.org, https://b.example.org:8443'
    expect(readConfig({ ...base, CORS_ORIGINS }).corsOrigins).toEqual([
      'https://a.example.org',
      'https://b.example.org:8443',
    ])
    expect(problems({ ...base, CORS_ORIGINS: 'https://a.example.org/path' })).toHaveLength(1)
    expect(problems({ ...base, CORS_ORIGINS: '*' })).toHaveLength(1)
  })
})
