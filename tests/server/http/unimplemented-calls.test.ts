import { expect, it } from 'vitest'
import { calls } from '#server/http/api/bind-routes.ts'
import { notImplemented } from '#server/http/api/not-implemented.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

// The calls that the product does not implement yet, in one place.

describeServerOnEachEngine('a call that is not implemented yet', (server) => {
  it('returns 501 and is on the list of such calls, and no other call does', async () => {
    const answered = await Promise.all(
      calls.map(async ({ name, endpoint }) => {
        const path = `/api/v1${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`
        const { status } = await server().send(path, { method: endpoint.method })
        return status === 501 ? [name] : []
      }),
    )
    expect(answered.flat().sort()).toEqual([...notImplemented].sort())
  })
})
