import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallName } from '#contract/index.ts'
import { bindRoutes, calls } from '#server/http/api/bind-routes.ts'
import { createOpenCalls } from '#server/limits/open-calls.ts'
import { openCallLimits } from '#server/limits/rate-limits.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'
import { createRoutes } from '#server/routes.ts'
import { type Foreign, type ForeignInput, type Role, roles } from '#support/api/access-line.ts'
import { accessLines } from '#support/api/access-table.ts'
import type { Reply } from '#support/api/test-client.ts'
import { rowsOfUser } from '#support/database/user-rows.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { createOwnedResources, OWNER_WORD } from '#support/users/owned-resources.ts'

describe('the access table', () => {
  it('has a row for every call of the API, and no other', () => {
    expect(Object.keys(accessLines).sort()).toEqual(calls.map(({ name }) => name).sort())
  })

  it('states for each role what follows from the access that the call declares', () => {
    for (const { name, endpoint } of calls) {
      const { visitor, other, provider, admin } = accessLines[name].expected
      const { access } = endpoint
      if (access === 'public') expect([other, provider, admin], name).toEqual([visitor, visitor, visitor])
      else expect(visitor, name).toBe(401)
      if (access === 'user') expect([provider, admin], name).toEqual([other, other])
      if (access === 'provider' || access === 'admin') expect(other, name).toBe(403)
      if (access === 'admin') expect(provider, name).toBe(403)
    }
  })
})

describeServerOnEachEngine(
  'a call',
  (server) => {
    let foreign: Foreign
    let tokens: Record<Role, string | undefined>
    let before: Record<string, string[]>

    beforeAll(async () => {
      const { dependencies } = server()
      const victim = (await insertSignedInUser(dependencies)).id
      foreign = { ...(await createOwnedResources(server())), victim }
      before = await rowsOfUser(dependencies.db, foreign.owner.id)
    })

    // New resources each time: some calls end the caller's account or session, or reuse an id of the owner's.
    beforeEach(async () => {
      const token = async (given: Parameters<typeof insertSignedInUser>[1] = {}) =>
        (await insertSignedInUser(server().dependencies, given)).token
      const other = await token()
      const provider = await token({ isProvider: true })
      tokens = { visitor: undefined, other, provider, admin: await token({ isAdmin: true }) }
    })

    const send = (name: CallName, role: Role, input: ForeignInput): Promise<Reply> => {
      const endpoint = calls.find((call) => call.name === name)?.endpoint
      if (endpoint === undefined) throw new Error(`${name} is no call`)
      const token = tokens[role]
      return server().reply(endpoint, { ...input, ...(token === undefined ? {} : { token }) } as never)
    }
    const ownersRows = () => rowsOfUser(server().dependencies.db, foreign.owner.id)

    it('declares the owner of its rows as the table states', () => {
      const { dependencies } = server()
      const accessTokens = createAccessTokens({ secret: 'x', seconds: 1, now: dependencies.now })
      const limiter = { take: async () => {}, tryTake: async () => true, reset: async () => {} }
      const openCalls = createOpenCalls(openCallLimits)
      const bound = bindRoutes(createRoutes(dependencies, { limiter, accessTokens, openCalls }))
      expect([...bound.keys()].sort()).toEqual(calls.map(({ name }) => name).sort())
      for (const [name, { owns }] of bound) expect(`${name} ${owns}`).toBe(`${name} ${accessLines[name].owns}`)
    })

    it.each(calls.map(({ name, endpoint }) => ({ name, endpoint })))(
      '$name gives each role its own data, and nothing of other users',
      async ({ name, endpoint }) => {
        const { expected, inputs } = accessLines[name]
        const theirs = endpoint.access === 'admin' || endpoint.access === 'provider'
        const statuses: Record<string, number> = {}
        for (const role of roles) {
          const { status, text } = await send(name, role, inputs(foreign))
          statuses[role] = status
          if (status < 400 && !theirs) expect(text.toLowerCase(), role).not.toContain(OWNER_WORD.toLowerCase())
        }
        expect(statuses).toEqual(expected)
        expect(await ownersRows()).toEqual(before)
      },
    )

    it('cannot choose a message of another user as the path of a chat, nor ask under it', async () => {
      const { questionId, answerId } = foreign
      for (const role of roles.slice(1)) {
        const id = crypto.randomUUID()
        expect((await send('createChat', role, { body: { id } })).status).toBe(201)
        for (const choice of [{ path: questionId }, { path: answerId }, { versions: [answerId] }]) {
          const refused = await send('updateChat', role, { params: { id }, body: choice })
          expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('invalid_message_or_chat')])
        }
      }
      expect(await ownersRows()).toEqual(before)
    })

    it('cannot put a file of another user into a message', async () => {
      for (const role of roles.slice(1)) {
        const id = crypto.randomUUID()
        expect((await send('createChat', role, { body: { id } })).status).toBe(201)
        const body = { id: crypto.randomUUID(), chat: id, content: 'Mine?', files: [foreign.fileId] }
        const refused = await send('sendMessage', role, { body })
        expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('files_missing')])
      }
      expect(await ownersRows()).toEqual(before)
    })

    it('cannot put a chat into a folder or under a tag of another user', async () => {
      const { folderId, tagId } = foreign
      for (const role of roles.slice(1)) {
        const id = crypto.randomUUID()
        expect((await send('createChat', role, { body: { id } })).status).toBe(201)
        for (const labels of [{ folder: folderId }, { tags: [tagId] }, { tags_add: [tagId] }]) {
          expect((await send('updateChat', role, { params: { id }, body: labels })).status).toBe(400)
        }
        for (const labels of [{ folder: folderId }, { tags: [tagId] }]) {
          const made = { id: crypto.randomUUID(), ...labels }
          expect((await send('createChat', role, { body: made })).status).toBe(400)
        }
      }
      expect(await ownersRows()).toEqual(before)
    })
  },
  { assistant: instantAssistant() },
)
