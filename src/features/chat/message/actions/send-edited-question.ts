import { readMode } from '../../speech/modes.ts'
import { stop } from '../../speech/speaker.ts'
import { askedSearch } from '../../web-search/web-search-setting.ts'
import { sendQuestion } from './send-question.ts'

/** Replaces a question by an edited one in a new branch; returns false after an error message when storing failed. */
export async function sendEdited(userId: number, chatId: string, replaces: string, content: string): Promise<boolean> {
  const modes = { request_mode: 'text', response_mode: readMode('response'), ...askedSearch() } as const
  const stored = await sendQuestion({ userId, chatId, content, replaces, modes })
  // The answer that is being read aloud may now be hidden.
  if (stored) stop()
  return stored
}
