import { createStore } from '#lib/store.ts'
import styles from './prompt-slot.module.css'

/** The element for the prompt on a page that has a place for it. */
export const promptSlot = createStore<HTMLElement | null>(null)

/** The place of the prompt above a composer; while empty it takes no gap. */
export function PromptSlot() {
  return <div ref={promptSlot.set} role="status" className={styles.slot} />
}
