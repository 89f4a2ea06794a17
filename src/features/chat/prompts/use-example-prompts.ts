import { useEffect, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import type { ExamplePrompt } from './example-prompts.ts'

/** Three things one could ask, in the language of the page; empty until they are there. Another row for each empty chat. */
export function useExamples(): string[] {
  const language = useLanguage()
  const [row, setRow] = useState<ExamplePrompt[]>([])
  useEffect(() => {
    let isWanted = true
    nextRow().then(
      (next) => isWanted && setRow(next),
      // Offline before the worker has them: an empty chat needs none.
      (error: unknown) => logHandled('No example prompts', error),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return row.map((prompt) => prompt[language])
}

/** Kept on the device, so that a reload does not show the same row either. */
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
