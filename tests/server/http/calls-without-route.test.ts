import { expect, it } from 'vitest'
import { calls } from '#server/http/api/bind-routes.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine('a call of the contract', (server) => {
  it('has a route, without which it returns 501', async () => {
    const answered = await Promise.all(
      calls.map(async ({ name, endpoint }) => {
        const path = `/api/v1${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`
        const { status } = await server().send(path, { method: endpoint.method })
        return status === 501 ? [name] : []
      }),
    )
    expect(answered.flat()).toEqual([])
  })
})
