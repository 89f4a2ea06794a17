import { expect, it } from 'vitest'
import { getConsents, giveConsents, publishLegalText, saveLegalText } from '#contract/endpoints/legal.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const params = { document: 'terms' } as const

async function publishTerms(server: TestServer, asks_consent: boolean): Promise<void> {
  const { token } = await insertSignedInUser(server.dependencies, { isAdmin: true })
  const body = { revision: 0, texts: { en: 'Terms', es: 'Condiciones' } }
  const { revision } = await server.call(saveLegalText, { token, params, body })
  await server.call(publishLegalText, { token, params, body: { revision, asks_consent } })
}

describeServerOnEachEngine('the consent to terms', (server) => {
  it('is asked for by no server that has published none', async () => {
    const { access: token } = await server().registerUser({ accepted_terms: 1 })
    expect(await server().call(getConsents, { token })).toEqual({ terms: null, minimum_age: null, given: [] })
  })

  it('is stored at the registration, and asked for again only by a version that asks', async () => {
    const before = await server().registerUser()
    await publishTerms(server(), true)
    const { access: token } = await server().registerUser({ accepted_terms: 1 })
    expect(await server().call(getConsents, { token })).toMatchObject({
      terms: null,
      given: [{ statement: 'terms', version: 1 }],
    })
    expect(await server().call(getConsents, { token: before.access })).toMatchObject({ terms: 1, given: [] })

    await publishTerms(server(), false)
    expect(await server().call(getConsents, { token })).toMatchObject({ terms: null })
    await publishTerms(server(), true)
    expect(await server().call(getConsents, { token })).toMatchObject({ terms: 3 })
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const given = await server().call(giveConsents, { token, body: { terms: 3 } })
      expect(given.terms).toBeNull()
      expect(given.given.map(({ version }) => version)).toEqual([3, 1])
    }
  })

  it('is not stored for a version that nobody has published', async () => {
    const { access: token } = await server().registerUser()
    const { given } = await server().call(giveConsents, { token, body: { terms: 99, minimum_age: 12 } })
    expect(given).toEqual([])
  })
})

describeServerOnEachEngine(
  'a server with a minimum age',
  (server) => {
    it('makes no account without the statement, and stores it', async () => {
      await expect(server().registerUser()).rejects.toThrow()
      await expect(server().registerUser({ minimum_age: 15 })).rejects.toThrow()
      const { access: token } = await server().registerUser({ minimum_age: 16 })
      const consents = await server().call(getConsents, { token })
      expect(consents).toMatchObject({ minimum_age: null, given: [{ statement: 'minimum_age', version: 16 }] })
    })

    it('asks an account that has not stated it, such as one that Google made', async () => {
      const { token } = await insertSignedInUser(server().dependencies)
      expect(await server().call(getConsents, { token })).toMatchObject({ minimum_age: 16, given: [] })
      const { minimum_age } = await server().call(giveConsents, { token, body: { minimum_age: 16 } })
      expect(minimum_age).toBeNull()
    })
  },
  { env: { MINIMUM_AGE: '16' } },
)
