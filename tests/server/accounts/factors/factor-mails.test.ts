import { expect, test } from 'vitest'
import { mailSecondFactor } from '#server/modules/accounts/factors/mails/mail-second-factor.ts'

const changes = [
  'added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'removed',
  'removed_by_admin',
  'removed_by_operator',
  'removed_with_address',
  'recovery_used',
] as const

async function textOf(change: (typeof changes)[number], language: 'en' | 'es'): Promise<string> {
  const made: Promise<unknown>[] = []
  const mails = {
    name: 'a list',
    post: (_kind: string, make: () => unknown) => void made.push(Promise.resolve(make())),
    settled: async () => {},
    stop: async () => {},
  }
  const config = { publicUrl: 'https://companion.example.org' } as Parameters<typeof mailSecondFactor>[0]['config']
  const recipient = { id: 1, email: 'ada@example.org', first_name: 'Ada', language, email_verified: 1 } as const
  mailSecondFactor({ config, mails, now: () => 0 }, recipient, change)
  return ((await made[0]) as { text: string }).text
}

test.each(changes)(
  'the mail about a second step (%s) is true for an account that opens by Google alone',
  async (change) => {
    for (const language of ['en', 'es'] as const) {
      // The advice to choose a new password is for both kinds of accounts.
      const said = (await textOf(change, language)).replaceAll(/[“«][^”»]+[”»]|new password|contraseña nueva/g, '')
      expect(said).not.toMatch(/password|contraseña/)
    }
  },
)
