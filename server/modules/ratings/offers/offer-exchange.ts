import { randomUUID } from 'node:crypto'
import { OFFERS_MAX } from '#contract/limits.ts'
import type { ExchangeInput, OfferedExchange } from '#contract/objects/ratings/rating.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { lockChat } from '../../chats/chat-lock.repository.ts'
import { messageNotFound } from '../../chats/chats.errors.ts'
import { withdrawAnswers } from '../../chats/offers.repository.ts'
import { findAnswer, requireNotDeleted } from '../../chats/use-cases/find-answer.ts'
import { tooManyOffers } from '../ratings.errors.ts'
import { copyScores } from '../scores-of-offers.repository.ts'
import { countOffers, findOffer } from './list-offers.ts'

/**
 * Offers an answer and its question for rating, in the texts that the user has edited. The same texts again change
 * nothing; others replace the offer under a new id, because its ratings were about the earlier ones. Throws
 * `not_found`, and `offers_max` on a field.
 */
export async function offerExchange(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  messageId: string,
  input: ExchangeInput,
): Promise<OfferedExchange> {
  const texts = { question: cleanText(input.question), answer: cleanText(input.answer), language: input.language }
  const { chat_id } = await findAnswer({ db }, userId, messageId)
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, userId, chat_id)
    const answer = await findAnswer({ db: trx }, userId, messageId)
    requireNotDeleted(answer)
    if (chat === undefined || chat.deleted_at !== null) throw messageNotFound()
    const before = await findOffer(trx, userId, messageId)
    if (before?.question === texts.question && before.answer === texts.answer) return before
    // Concurrent requests may exceed the maximum slightly; it only keeps the list of a user short.
    if (before === undefined && (await countOffers(trx, userId)) >= OFFERS_MAX) throw tooManyOffers()
    await withdrawAnswers(trx, userId, [messageId])
    const offer = { id: randomUUID(), user_id: userId, message_id: messageId, chat_id }
    await trx
      .insertInto('offered_exchanges')
      .values({ ...offer, ...texts, offered_at: isoTime(now()) })
      .execute()
    await copyScores(trx, offer)
    const stored = await findOffer(trx, userId, messageId)
    if (stored === undefined) throw new Error('The offer was not stored')
    return stored
  })
}
