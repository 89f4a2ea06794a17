import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { forgotPassword, login, uploadPhoto } from '#contract/endpoints/accounts.ts'
import { createChat, deleteChat, deleteMessage, reassess, sendMessage } from '#contract/endpoints/chats.ts'
import { createFolder, createTag, subscribeToPush, updateChatProfile } from '#contract/endpoints/companion.ts'
import { requestEmailChange } from '#contract/endpoints/email-change.ts'
import { giveFeedback } from '#contract/endpoints/feedback.ts'
import { createFile, uploadChunk } from '#contract/endpoints/files.ts'
import { offerExchange } from '#contract/endpoints/ratings/ratings.ts'
import { signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { shareChat } from '#contract/endpoints/shares.ts'
import { answerSandboxCheckout, checkout } from '#contract/endpoints/subscriptions.ts'
import type { User } from '#contract/objects/user.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'
import { queueScoring } from '#server/modules/scores/scoring-queue.repository.ts'
import type { TestUser } from '../api/test-client.ts'
import { fileInput, uploadFile } from '../api/upload-file.ts'
import { insertTestDelivery, insertTestSummary } from '../database/insert-rows.ts'
import { startPushService } from '../fakes/push-service.ts'
import { createTwoColourPicture, photoForm } from '../fixtures/test-images.ts'
import type { TestServer } from '../servers/test-server.ts'

export interface UserInEveryTable extends TestUser {
  /** The ids of a chat with a folder, a tag, a question and two versions of its answer. */
  chatId: string
  folderId: string
  tagId: string
  photoAddress: string
  endpoint: string
  /** A refresh token of a second device. */
  otherRefresh: string
}

/** Creates a user who has used every feature, so that every table has a row of theirs. */
export async function createUserInEveryTable(server: TestServer): Promise<UserInEveryTable> {
  const user = await server.registerUser()
  const { access: token, email, password } = user
  const [chatId, folderId, tagId, goneChatId, questionId] = Array.from({ length: 5 }, () => randomUUID())
  if (!chatId || !folderId || !tagId || !goneChatId || !questionId) throw new Error('five ids')

  const { session_id: session } = await server.call(checkout, { token, body: { plan_id: 2 } })
  await server.call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
  await server.call(createFolder, { token, body: { id: folderId, name: 'Home', color: '#aa0000' } })
  await server.call(createTag, { token, body: { id: tagId, name: 'Garden' } })
  await server.call(createChat, { token, body: { id: chatId, title: 'Tomatoes', folder: folderId, tags: [tagId] } })
  const { id: fileId } = await uploadFile(server, token, bytesOf('The garden in May'), { name: 'garden.txt' })
  const unfinished = fileInput(bytesOf('The garden in June'), { name: 'unfinished.txt' })
  await server.call(createFile, { token, body: unfinished })
  const part = { params: { id: unfinished.id }, query: { offset: 0 }, body: new Blob(['The garden']) }
  await server.call(uploadChunk, { token, ...part })
  const asked = await server.call(sendMessage, {
    token,
    body: { id: questionId, chat: chatId, content: `When do I plant tomatoes? Signed ${email}`, files: [fileId] },
  })
  await server.call(reassess, { token, body: { id: randomUUID(), message: asked.assistant_message.id } })
  // A message that never arrived: its deletion is answered with 404, and its id is stored.
  await server.reply(deleteMessage, { token, params: { id: chatId, message: randomUUID() } })
  await server.call(shareChat, {
    token,
    params: { id: chatId },
    body: { expires_in_days: 30, with_author: true, with_scores: true },
  })
  const [answerId, user_id] = [asked.assistant_message.id, user.id]
  const wanted = { user_id, chat_id: chatId, message_id: answerId }
  await insertTestSummary(server.dependencies.db, wanted, 'They spoke of tomatoes.')
  await insertTestDelivery(server.dependencies.db, user_id)
  await queueScoring(server.dependencies.db, wanted, new Date().toISOString())
  const report = { reason: 'incorrect', comment: 'Tomatoes are no vegetables', include_exchange: true } as const
  await server.call(giveFeedback, { token, params: { id: answerId }, body: { rating: 'not_helpful', report } })
  const offered = { question: 'When?', answer: `In May, says ${email}`, language: 'en' } as const
  await server.call(offerExchange, { token, params: { id: answerId }, body: offered })
  await insertRating(server, user.id)
  await server.call(createChat, { token, body: { id: goneChatId } })
  await server.call(deleteChat, { token, params: { id: goneChatId }, query: { permanent: true } })

  const facts = [{ id: randomUUID(), text: 'Grows tomatoes' }]
  await server.call(updateChatProfile, { token, body: { preferred_name: 'Robin', memories_add: facts } })
  await server.call(updateChatProfile, { token, body: { memories_remove: [randomUUID()] } })
  await server.call(signUpValidator, { token, body: { name: 'Robin', email } })

  const push = await startPushService()
  const device = push.device()
  await push.close()
  await server.call(subscribeToPush, { token, body: device })
  const photo = photoForm(await (await createTwoColourPicture(64, 64)).png().toBuffer())
  const headers = { Authorization: `Bearer ${token}` }
  const uploaded = await server.send(`/api/v1${uploadPhoto.path}`, { method: 'POST', body: photo, headers })
  const photoAddress = (uploaded.body as User).profile.photo_url ?? 'none'

  await server.call(forgotPassword, { body: { email } })
  await untilTokens(server, user.id)
  const other = await server.call(login, { body: { email, password } })
  const { db } = server.dependencies
  const subject = { kind: 'user', id: user.id } as const
  const now = Date.now()
  await recordAudit(db, { actor: { id: user.id, kind: 'admin' }, action: 'user.changed', subject, now })
  await recordAudit(db, { actor: { id: null, kind: 'operator' }, action: 'admin.made', subject, now })
  await insertRefund(server, user.id)
  await insertSecondFactor(server, user.id)
  await db
    .insertInto('consents')
    .values({ user_id: user.id, statement: 'terms', version: 1, given_at: new Date().toISOString() })
    .execute()
  await server.call(requestEmailChange, { token, body: { email: `new-${email}` } })
  await insertPromotionCode(server, user.id)
  return {
    ...user,
    chatId,
    folderId,
    tagId,
    photoAddress,
    endpoint: device.endpoint,
    otherRefresh: other.refresh,
  }
}

/** What the user said of an exchange as a validator, and one that they have not rated yet. */
async function insertRating({ dependencies: { db } }: TestServer, user_id: number): Promise<void> {
  const time = new Date().toISOString()
  const { id: exchange_id } = await db
    .selectFrom('offered_exchanges')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const axes = { truth: 80, fairness: 70, wisdom: 60, duty: 50, safety: 100, liberty: 0 }
  await db
    .insertInto('exchange_ratings')
    .values({
      ...axes,
      user_id,
      id: randomUUID(),
      exchange_id,
      kind: 'rating',
      reason: 'Right',
      quote: 'In May',
      created_at: time,
    })
    .execute()
  await db.insertInto('rating_assignments').values({ user_id, exchange_id, assigned_at: time }).execute()
}

/** An authenticator app, a recovery code, and a passkey that has answered a challenge. */
async function insertSecondFactor({ dependencies: { db } }: TestServer, user_id: number): Promise<void> {
  const created_at = new Date().toISOString()
  const secret = { sealed: 'sealed', created_at, confirmed_at: null, last_step: null }
  await db
    .insertInto('totp_secrets')
    .values({ user_id, ...secret })
    .execute()
  const passkey = {
    ...{ user_id, id: randomUUID(), credential_id: `credential ${user_id}`, public_key: 'key', user_handle: 'handle' },
    ...{ counter: 0, transports: 'internal', name: 'Chrome · Linux', created_at, last_used_at: null },
  }
  await db.insertInto('passkeys').values(passkey).execute()
  const answered = { challenge_hash: `hash ${user_id}`, expires_at: created_at }
  await db
    .insertInto('answered_challenges')
    .values({ user_id, ...answered })
    .execute()
  const code = { code_hash: `hash ${user_id}`, created_at, used_at: null }
  await db
    .insertInto('recovery_codes')
    .values({ user_id, ...code })
    .execute()
}

/** A promotion code with which the user has bought. */
async function insertPromotionCode({ dependencies: { db } }: TestServer, user_id: number): Promise<void> {
  const { id } = await db
    .insertInto('promotion_codes')
    .values({
      ...{ code: randomUUID().toUpperCase(), kind: 'discount', percent_off: 20, amount_off: null, currency: null },
      ...{ duration: 'once', duration_months: null, redemptions_max: null, redeemed: 1, once_per_user: 1 },
      ...{ plan_ids: '[]', expires_at: null, created_at: new Date().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('checkouts').set({ code_id: id }).where('user_id', '=', user_id).execute()
}

/** A failed attempt to charge what the user bought, a refund of it, and a mail about it. */
async function insertRefund({ dependencies: { db } }: TestServer, user_id: number): Promise<void> {
  const invoice = await db.selectFrom('invoices').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow()
  const { id: invoice_id, source, source_id, currency, created_at } = invoice
  const [request_id, times] = [randomUUID(), { created_at, updated_at: created_at }]
  await db
    .insertInto('payment_failures')
    .values({ user_id, invoice_id, source_id: `${source_id} 1`, failed_at: created_at })
    .execute()
  const mail = { user_id, invoice_id, kind: 'purchase', key: `purchase ${source_id}`, created_at } as const
  await db
    .insertInto('billing_mails')
    .values({ ...mail, status: 'sent', due_at: null, sent_at: created_at })
    .execute()
  const order = { user_id, invoice_id, request_id, actor_id: null, amount: 100, currency, reason: 'Too slow' }
  await db
    .insertInto('refunds')
    .values({ ...order, status: 'done', source, source_id: `re_sandbox_${request_id}`, ...times })
    .execute()
  await db
    .insertInto('sandbox_refunds')
    .values({ reference: request_id, user_id, invoice_id: source_id, amount: 100, created_at })
    .execute()
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

/** The reset mail is sent after the response. */
const untilTokens = ({ dependencies: { db } }: TestServer, userId: number) =>
  vi.waitFor(
    async () => {
      const tokens = db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', userId)
      const purposes = (await tokens.execute()).map(({ purpose }) => purpose)
      if (!purposes.includes('reset')) throw new Error(`only ${purposes.join()}`)
    },
    { timeout: 10_000 },
  )
