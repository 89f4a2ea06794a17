import { isApiError } from '#api/errors.ts'
import { endShare } from '#contract/endpoints/shares.ts'
import { api } from '#session/api.ts'

/** Stops sharing a chat; also when the link has ended already, since another device has deleted the chat for good. */
export async function endSharedChat(userId: number, chatId: string): Promise<void> {
  try {
    await api.call(endShare, { params: { id: chatId }, as: userId })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_found') throw error
  }
}
