import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Model } from '#contract/objects/model.ts'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { CheckIcon, ChevronDownIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuRadioGroup } from '#ui/menu/menu-item.tsx'
import { useChatModel } from './chat-model.ts'
import { selectModel } from './find-model.ts'
import styles from './models.module.css'

export interface ModelPickerProps {
  userId: number
  chatId: string
  isNew: boolean
  wide: boolean
}

/** Names the model of the chat and opens the choice: a menu on a desktop, a sheet on a phone. */
export function ModelPicker({ userId, chatId, isNew, wide }: ModelPickerProps) {
  const { t } = useLingui()
  const { models, answering } = useChatModel()
  const [open, setOpen] = useState(false)
  const label = answering?.label ?? ''
  const select = (id: string) => void selectModel({ userId, chatId, isNew }, id).catch(toastFailure)
  const shown = { type: 'button', className: styles.picker, 'aria-label': t`Model: ${label}` } as const
  const text = (
    <>
      <span className={styles.name}>{label}</span>
      <ChevronDownIcon size={16} />
    </>
  )
  if (wide) {
    const options = models.map((model) => ({ value: model.id, label: <ModelLine model={model} /> }))
    return (
      <Menu trigger={<button {...shown}>{text}</button>} align="start">
        <MenuRadioGroup label={t`Model`} value={answering?.id ?? ''} onChange={select} options={options} />
      </Menu>
    )
  }
  return (
    <>
      <button {...shown} aria-haspopup="dialog" onPointerDown={prefetchDialog} onClick={() => setOpen(true)}>
        {text}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={<Trans>Model</Trans>}>
        <ul className={styles.list}>
          {models.map((model) => (
            <li key={model.id}>
              <button
                type="button"
                className={styles.option}
                aria-current={model.id === answering?.id || undefined}
                onClick={() => {
                  select(model.id)
                  setOpen(false)
                }}
              >
                <ModelLine model={model} />
                {model.id === answering?.id ? <CheckIcon size={20} /> : null}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** A model in a list: its name, what it is for, and what it cannot do. */
function ModelLine({ model: { label, description, vision } }: { model: Model }) {
  const { t } = useLingui()
  const lines = [description, vision ? '' : t`Cannot see pictures`].filter((line) => line !== '')
  return (
    <span className={styles.model}>
      <span>{label}</span>
      {lines.length > 0 ? <span className={styles.about}>{lines.join(' · ')}</span> : null}
    </span>
  )
}
