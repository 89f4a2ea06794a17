import { expect, it } from 'vitest'
import { listExchangesToRate } from '#contract/endpoints/ratings/ratings.ts'
import {
  acceptValidator,
  endValidator,
  listValidators,
  signUpValidator,
} from '#contract/endpoints/ratings/validators.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('the end of the right to rate', (server) => {
  it('ends every accepted registration of the account, and none that nobody has accepted', async () => {
    const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const user = await insertSignedInUser(server().dependencies)
    const other = await insertSignedInUser(server().dependencies)
    const signUp = ({ token }: { token: string }, email: string) =>
      server().call(signUpValidator, { token, body: { name: 'Ada', email } })
    const listed = async () => (await server().call(listValidators, { token: admin.token })).results
    const decide = async (endpoint: typeof acceptValidator | typeof endValidator, address: string) => {
      const { id } = (await listed()).find(({ email }) => email === address) ?? expect.fail('not listed')
      return server().call(endpoint, { token: admin.token, params: { id } })
    }
    for (const email of ['one@example.org', 'two@example.org', 'three@example.org']) await signUp(user, email)
    await signUp(other, 'other@example.org')
    for (const email of ['one', 'two', 'other']) await decide(acceptValidator, `${email}@example.org`)
    expect(await decide(endValidator, 'two@example.org')).toMatchObject({ state: 'ended' })
    expect((await server().reply(listExchangesToRate, { token: user.token })).status).toBe(403)
    expect(Object.fromEntries((await listed()).map(({ email, state }) => [email, state]))).toEqual({
      'one@example.org': 'ended',
      'two@example.org': 'ended',
      'three@example.org': 'volunteer',
      'other@example.org': 'accepted',
    })
  })
})
