import { readMode } from '../../speech/modes.ts'
import { stop } from '../../speech/speaker.ts'
import { sendQuestion } from './send-question.ts'

/** Asks a question anew in other words, from its place on; false, and the person was told, when it could not be stored. */
export async function sendEdited(userId: number, chatId: string, replaces: string, content: string): Promise<boolean> {
  const modes = { request_mode: 'text', response_mode: readMode('response') } as const
  const stored = await sendQuestion({ userId, chatId, content, replaces, modes })
  // What is being read aloud may have lost its place.
  if (stored) stop()
  return stored
}
