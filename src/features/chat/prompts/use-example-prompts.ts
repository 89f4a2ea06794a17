import { useEffect, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { choosePrompts, type ExamplePrompt } from './example-prompts.ts'

let prepared: ExamplePrompt[] | undefined

/** Chooses the prompts of the next empty chat before it renders, so that nothing moves when they come. */
export async function prepareExamples(): Promise<void> {
  prepared = await nextRow()
}

/** Returns three example prompts, others for each empty chat, in the current language; empty while they load. */
export function useExamplePrompts(): string[] {
  const language = useLanguage()
  const [row, setRow] = useState(() => prepared ?? [])
  useEffect(() => {
    if (prepared !== undefined) {
      prepared = undefined
      return
    }
    let isWanted = true
    nextRow().then(
      (next) => isWanted && setRow(next),
      // The storage does not answer: an empty chat works without them.
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
  const row = choosePrompts(new Date(), await readDeviceSetting(db, 'last_examples'))
  const ids = row.map(({ id }) => id)
  saveDeviceSetting(db, 'last_examples', ids).catch(reportError)
  return row
}
