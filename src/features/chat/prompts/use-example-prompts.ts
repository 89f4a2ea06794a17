import { useEffect, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import type { ExamplePrompt } from './example-prompts.ts'

/** Returns three example prompts, others for each empty chat, in the current language; empty while they load. */
export function useExamples(): string[] {
  const language = useLanguage()
  const [row, setRow] = useState<ExamplePrompt[]>([])
  useEffect(() => {
    let isWanted = true
    nextRow().then(
      (next) => isWanted && setRow(next),
      // Offline, the chunk may not be in the cache yet: an empty chat works without it.
      (error: unknown) => logHandled('No example prompts', error),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return row.map((prompt) => prompt[language])
}

/** The ids are stored on the device, so that a reload shows other prompts too. */
async function nextRow(): Promise<ExamplePrompt[]> {
  const db = database()
  const [{ choosePrompts }, last] = await Promise.all([
    import('./example-prompts.ts'),
    readDeviceSetting(db, 'last_examples'),
  ])
  const row = choosePrompts(new Date(), last)
  await saveDeviceSetting(
    db,
    'last_examples',
    row.map(({ id }) => id),
  )
  return row
}
