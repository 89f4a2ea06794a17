import type { Dependencies } from '../../../dependencies.ts'
import { withdrawAnswers } from '../../chats/offers.repository.ts'

/** Deletes an offer with all that was said of it; without one nothing changes. */
export async function withdrawOffer(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  messageId: string,
): Promise<void> {
  await withdrawAnswers(db, userId, [messageId])
}
