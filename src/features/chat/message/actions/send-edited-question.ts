import { readMode } from '../../speech/modes.ts'
import { stop } from '../../speech/speaker.ts'
import { searchOption } from '../../web-search/web-search-setting.ts'
import { sendQuestion } from './send-question.ts'

interface EditedQuestion {
  userId: number
  chatId: string
  replaces: string
  content: string
  model: string | undefined
}

/** Replaces a question by an edited one in a new branch; returns false after an error message when storing failed. */
export async function sendEditedQuestion({ model, ...question }: EditedQuestion): Promise<boolean> {
  const options = { ...searchOption(), ...(model === undefined ? {} : { model }) }
  const modes = { request_mode: 'text', response_mode: readMode('response'), ...options } as const
  const stored = await sendQuestion({ ...question, modes })
  // The answer that is being read aloud may now be hidden.
  if (stored) stop()
  return stored
}
