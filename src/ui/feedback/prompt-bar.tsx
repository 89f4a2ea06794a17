import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../button/button.tsx'
import { findComposer } from '../find-composer.ts'
import { focusAfterRemoval } from '../focus-after-removal.ts'
import { closePrompt, type Prompt, prompts } from './prompt.ts'
import styles from './prompt-bar.module.css'
import { promptSlot } from './prompt-slot.tsx'

/** Shows one prompt at a time: in the page's prompt slot if it has one, else at the end of the page, over nothing. */
export function PromptBar() {
  const slot = useSyncExternalStore(promptSlot.subscribe, promptSlot.get)
  const all = useSyncExternalStore(prompts.subscribe, prompts.get)
  const possible = all.filter(({ inChat }) => slot !== null || !inChat)
  const prompt = possible.find(({ urgent }) => urgent) ?? possible[0]
  const isBelowPage = slot === null && prompt !== undefined
  // Not by html:has(), which would be checked with each inserted element, as by a streaming answer.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-prompt', isBelowPage)
    return () => document.documentElement.removeAttribute('data-prompt')
  }, [isBelowPage])
  const bar = prompt ? <Bar key={prompt.id} prompt={prompt} /> : null
  return (
    <>
      {/* The live region must exist before its text does, here as in the slot. */}
      <div role="status" className={styles.page}>
        {slot === null ? bar : null}
      </div>
      {slot === null ? null : createPortal(bar, slot)}
    </>
  )
}

/** Keeps the focus when an answer closes the bar. */
const barRef = focusAfterRemoval(() => (promptSlot.get() === null ? document.getElementById('main') : findComposer()))

function Bar({ prompt: { id, text, actions } }: { prompt: Prompt }) {
  const { t } = useLingui()
  return (
    <aside ref={barRef} className={styles.bar} aria-label={t`Question`}>
      <p>{text}</p>
      <div className={styles.actions}>
        {actions.map(({ label, primary, onSelect }) => (
          <Button
            key={label}
            size="s"
            variant={primary ? 'primary' : 'quiet'}
            onClick={() => {
              closePrompt(id)
              onSelect()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </aside>
  )
}
