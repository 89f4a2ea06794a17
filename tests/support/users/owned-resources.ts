import { randomUUID } from 'node:crypto'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { createChat, sendMessage } from '#contract/endpoints/chats.ts'
import { createFolder, createTag, subscribeToPush } from '#contract/endpoints/companion.ts'
import { giveFeedback } from '#contract/endpoints/feedback.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { uploadFile } from '../api/upload-file.ts'
import { insertTestSummary } from '../database/insert-rows.ts'
import { pushReceiver } from '../fakes/push-keys.ts'
import type { TestServer } from '../servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from './inserted-user.ts'

/** A word that occurs in all texts of the owner, and nowhere else. */
export const OWNER_WORD = 'Zwqxvut'

/** The ids of one resource of each kind that a user can have. */
export interface OwnedResources {
  owner: InsertedUser
  username: string
  chatId: string
  folderId: string
  tagId: string
  questionId: string
  answerId: string
  /** The number of a report about the answer, with consent. */
  reportId: number
  fileId: string
  subscriptionId: number
  checkoutId: string
  pushEndpoint: string
  /** A plan that only the owner has subscribed to. */
  planId: number
}

/** Creates a user with one resource of each kind, through the API where possible. */
export async function createOwnedResources(server: TestServer): Promise<OwnedResources> {
  const { db } = server.dependencies
  const owner = await insertSignedInUser(server.dependencies, {
    email: `${OWNER_WORD.toLowerCase()}-${randomUUID()}@example.org`,
  })
  const { token } = owner
  const username = `${OWNER_WORD}-${randomUUID()}`
  await server.call(updateProfile, {
    token,
    body: { first_name: OWNER_WORD, last_name: OWNER_WORD, username },
  })
  const [chatId, folderId, tagId, questionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await server.call(createFolder, { token, body: { id: folderId, name: `${OWNER_WORD} folder` } })
  await server.call(createTag, { token, body: { id: tagId, name: `${OWNER_WORD} tag` } })
  await server.call(createChat, {
    token,
    body: { id: chatId, title: `${OWNER_WORD} chat`, folder: folderId, tags: [tagId] },
  })
  const text = new Uint8Array(Buffer.from(`${OWNER_WORD} file`))
  const { id: fileId } = await uploadFile(server, token, text, { name: `${OWNER_WORD}.txt` })
  const exchange = await server.call(sendMessage, {
    token,
    body: { id: questionId, chat: chatId, content: `${OWNER_WORD} question`, files: [fileId] },
  })
  const receiver = pushReceiver()
  await server.call(subscribeToPush, { token, body: receiver })
  const planId = await insertPlan(db)
  const subscription = await db
    .updateTable('subscriptions')
    .set({ plan_id: planId })
    .where('user_id', '=', owner.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const checkoutId = randomUUID()
  const created_at = new Date().toISOString()
  await db
    .insertInto('checkouts')
    .values({ id: checkoutId, user_id: owner.id, plan_id: planId, subscription_id: subscription.id, created_at })
    .execute()
  const answerId = exchange.assistant_message.id
  const body = { report: { reason: 'other', comment: `${OWNER_WORD} comment`, include_exchange: true } } as const
  await server.call(giveFeedback, { token, params: { id: answerId }, body })
  const feedback = db.selectFrom('message_feedback').select('id').where('user_id', '=', owner.id)
  const { id: reportId } = await feedback.executeTakeFirstOrThrow()
  const covered = { user_id: owner.id, chat_id: chatId, message_id: answerId }
  await insertTestSummary(db, covered, `${OWNER_WORD} summary`)
  const pushEndpoint = receiver.endpoint
  return {
    owner,
    username,
    chatId,
    folderId,
    tagId,
    questionId,
    answerId,
    reportId,
    fileId,
    subscriptionId: subscription.id,
    checkoutId,
    pushEndpoint,
    planId,
  }
}

async function insertPlan(db: Dependencies['db']): Promise<number> {
  const { id: _id, ...plan } = await db.selectFrom('plans').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const { id } = await db.insertInto('plans').values(plan).returning('id').executeTakeFirstOrThrow()
  return id
}
