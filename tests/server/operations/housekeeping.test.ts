import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createChat, deleteChat, getChat, listChats, sendMessage, updateChat } from '#contract/endpoints/chats.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createCleanupJob } from '#server/modules/housekeeping/cleanup-job.ts'
import { FileStoreError } from '#server/providers/files/file-store.ts'
import { insertTestChat } from '#support/database/insert-rows.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { pushReceiver } from '#support/fakes/push-keys.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { createNotifiedUser } from '#support/users/notified-user.ts'

describeServerOnEachEngine(
  'the cleanup job',
  (server) => {
    const make = (token: string) => server().call(createChat, { token, body: { id: randomUUID() } })
    const daysFromNow = (days: number) => new Date(server().dependencies.now() + days * DAY_MS).toISOString()

    it('moves expired unsaved chats to Recently deleted once, however many processes run it, and reports them to devices', async () => {
      const { dependencies } = server()
      const { db } = dependencies
      const [one, two] = [await insertSignedInUser(dependencies), await insertSignedInUser(dependencies)]
      const since = new Date(dependencies.now()).toISOString()
      // More rows than one run of the cleanup deletes. Inserted directly, because that many calls would take long.
      const expired = Array.from({ length: 230 }, () => ({ id: randomUUID() }))
      await Promise.all(expired.map(({ id }) => insertTestChat(db, one.id, id)))
      const [other, saved, spoken, fresh] = [
        await make(two.token),
        await make(one.token),
        await make(one.token),
        await make(one.token),
      ]
      await server().call(updateChat, { token: one.token, params: saved, body: { is_saved: true } })
      const due = { expires_at: daysFromNow(-1) }
      await db.updateTable('chats').set(due).where('is_saved', '=', 0).where('id', '!=', fresh.id).execute()
      const content = 'Are you there?'
      await server().call(sendMessage, { token: one.token, body: { id: randomUUID(), chat: spoken.id, content } })

      const [first, second] = [createCleanupJob(dependencies), createCleanupJob(dependencies)]
      await Promise.all([first.runOnce(), second.runOnce()])
      // Rows that one process was deleting are left for the next run of the other.
      await first.runOnce()
      await Promise.all([first.stop(), second.stop()])
      for (const { id } of [saved, spoken, fresh]) {
        expect((await server().call(getChat, { token: one.token, params: { id } })).deleted_at).toBeNull()
      }
      const list = await server().call(listChats, { token: one.token, query: { updated_after: since } })
      expect([...list.deleted].sort()).toEqual(expired.map(({ id }) => id).sort())
      expect(list.complete).toBeUndefined()
      expect((await server().call(getChat, { token: two.token, params: other })).deleted_at).not.toBeNull()
      // The expired chat of another user is reported to nobody else.
      expect(list.deleted).not.toContain(other.id)
    })

    it('still erases deleted data when one of its steps fails, which it logs', async () => {
      const { dependencies } = server()
      const dataDir = join(dependencies.config.dataDir, 'elsewhere')
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, 'mail'), 'This file is not a folder.')
      const request = vi.fn()
      const config = { ...dependencies.config, dataDir }
      const cleanupJob = createCleanupJob({ ...dependencies, config, erasure: { ...dependencies.erasure, request } })
      await cleanupJob.runOnce()
      await cleanupJob.stop()
      expect(request).toHaveBeenCalledOnce()
      const failed = server().logs.filter((line) => line.includes('a step of the housekeeping failed'))
      expect(failed.map((line) => JSON.parse(line))).toMatchObject([{ step: 'remove mail files', level: 50 }])
    })

    it('removes mail files after seven days and no other files', async () => {
      const { dependencies } = server()
      const folder = join(dependencies.config.dataDir, 'mail')
      mkdirSync(folder, { recursive: true })
      const write = (name: string, days: number) => {
        writeFileSync(join(folder, name), 'Hello')
        const seconds = (dependencies.now() - days * DAY_MS) / 1000
        utimesSync(join(folder, name), seconds, seconds)
      }
      write('old.eml', 7.1)
      write('never-finished.eml.part', 8)
      write('recent.eml', 6.9)
      write('notes.txt', 400)
      const cleanupJob = createCleanupJob(dependencies)
      await cleanupJob.runOnce()
      await cleanupJob.stop()
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['notes.txt', 'recent.eml']))
      expect(readdirSync(folder)).not.toContain('old.eml')
      expect(readdirSync(folder)).not.toContain('never-finished.eml.part')
    })

    it('leaves the remaining objects to the next run when it is stopped while the file store does not answer', async () => {
      const { dependencies } = server()
      const { db } = dependencies
      const objects = [1, 2, 3].map(() => ({ name: randomUUID(), user_id: null, created_at: daysFromNow(-2) }))
      await db.insertInto('stored_objects').values(objects).execute()
      let asked = 0
      const remove = (_: string, signal?: AbortSignal) => {
        asked += 1
        return new Promise<void>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new FileStoreError('the file store is unreachable')))
          void cleanupJob.stop()
        })
      }
      const cleanupJob = createCleanupJob({ ...dependencies, files: { ...dependencies.files, remove } })
      await cleanupJob.runOnce()
      expect(asked).toBe(1)
      const names = objects.map(({ name }) => name)
      expect(await db.selectFrom('stored_objects').select('name').where('name', 'in', names).execute()).toHaveLength(3)
      const next = createCleanupJob(dependencies)
      await next.runOnce()
      await next.stop()
      expect(await db.selectFrom('stored_objects').select('name').where('name', 'in', names).execute()).toEqual([])
    })

    it('announces nothing more when it is stopped while a push service does not answer', async () => {
      const { db } = server().dependencies
      for (let n = 0; n < 2; n += 1) {
        const { user, chatId } = await createNotifiedUser(server(), pushReceiver())
        const times = { expires_at: daysFromNow(3), last_message_at: daysFromNow(-20) }
        await db.updateTable('chats').set(times).where('user_id', '=', user.id).where('id', '=', chatId).execute()
      }
      let asked = 0
      const cleanupJob = createCleanupJob(server().dependencies, (_, signal) => {
        asked += 1
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          void cleanupJob.stop()
        })
      })
      await cleanupJob.runOnce()
      expect(asked).toBe(1)
    })

    it('deletes tombstones after 60 days, and makes a device that was away for longer sync from scratch', async () => {
      const { dependencies } = server()
      const { db } = dependencies
      const { id: user, token } = await insertSignedInUser(dependencies)
      const chats = [await make(token), await make(token), await make(token)]
      const gone = await make(token)
      await server().call(deleteChat, { token, params: gone, query: { permanent: true } })
      const ask = (days: number, query: object = {}) =>
        server().call(listChats, { token, query: { updated_after: daysFromNow(-days), ...query } })
      const cleanupJob = createCleanupJob(dependencies)
      const known = async () => {
        await cleanupJob.runOnce()
        const rows = await db.selectFrom('deletions').select('id').where('user_id', '=', user).execute()
        return rows.map(({ id }) => id)
      }
      const age = (days: number) =>
        db
          .updateTable('deletions')
          .set({ deleted_at: daysFromNow(-days) } as never)
          .where('user_id', '=', user)
          .execute()
      await age(59)
      expect(await known()).toEqual([gone.id])
      expect(await ask(59.5)).toMatchObject({ deleted: [gone.id] })
      await age(62)
      expect(await known()).toEqual([])
      await cleanupJob.stop()
      // The chats are older than the cursor and are still returned, because the device has missed deletions.
      await db
        .updateTable('chats')
        .set({ updated_at: daysFromNow(-70) })
        .where('user_id', '=', user)
        .execute()
      expect((await ask(59.5)).results).toEqual([])
      const page = await ask(61, { limit: '2' })
      expect(page).toMatchObject({ complete: true, deleted: [] })
      const rest = await ask(61, { limit: '2', cursor: page.next_cursor })
      expect(rest).toMatchObject({ complete: true, next_cursor: null })
      const ids = [...page.results, ...rest.results].map(({ id }) => id)
      expect(ids.sort()).toEqual(chats.map(({ id }) => id).sort())
    })

    it('forgets removed facts, and messages that were deleted before they arrived, after 60 days', async () => {
      const { dependencies } = server()
      const { db } = dependencies
      const { id: user_id } = await insertSignedInUser(dependencies)
      const withdrawn = [59, 62].map((days) => ({ user_id, id: randomUUID(), withdrawn_at: daysFromNow(-days) }))
      await db.insertInto('withdrawn_messages').values(withdrawn).execute()
      const removed = [59, 62].map((days) => ({ user_id, id: randomUUID(), removed_at: daysFromNow(-days) }))
      await db.insertInto('removed_memories').values(removed).execute()
      const cleanupJob = createCleanupJob(dependencies)
      await cleanupJob.runOnce()
      await cleanupJob.stop()
      const facts = await db.selectFrom('removed_memories').select('id').where('user_id', '=', user_id).execute()
      expect(facts.map(({ id }) => id)).toEqual([removed[0]?.id])
      const left = await db.selectFrom('withdrawn_messages').select('id').where('user_id', '=', user_id).execute()
      expect(left.map(({ id }) => id)).toEqual([withdrawn[0]?.id])
    })
  },
  { assistant: instantAssistant() },
)
