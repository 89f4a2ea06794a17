import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { CameraIcon, FileIcon, PaperclipIcon, PictureIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'
import { isTyping } from '#ui/use-shortcut.ts'
import { type AttachTo, attachFiles } from './attach-files.ts'
import styles from './attachments.module.css'

export interface AttachButtonProps {
  to: AttachTo
}

/** Adds files from the camera, the photo library or the device, and those that are pasted or dropped on the page. */
export function AttachButton({ to }: AttachButtonProps) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const photos = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const latest = useRef(to)
  latest.current = to
  useEffect(() => followPasteAndDrop(button, (selected) => attachFiles(selected, latest.current)), [])

  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    attachFiles([...(currentTarget.files ?? [])], latest.current)
    // The same file can be chosen again.
    currentTarget.value = ''
  }
  const input = { type: 'file', hidden: true, tabIndex: -1, onChange } as const
  return (
    <span className={styles.attach}>
      <Menu
        align="start"
        side="top"
        trigger={<IconButton ref={button} label={t`Add files`} icon={<PaperclipIcon />} size="l" round />}
      >
        {window.matchMedia('(pointer: coarse)').matches ? (
          <MenuItem icon={<CameraIcon size={18} />} onSelect={() => camera.current?.click()}>
            <Trans>Take a photo</Trans>
          </MenuItem>
        ) : null}
        <MenuItem icon={<PictureIcon size={18} />} onSelect={() => photos.current?.click()}>
          <Trans>Pictures</Trans>
        </MenuItem>
        <MenuItem icon={<FileIcon size={18} />} onSelect={() => files.current?.click()}>
          <Trans>Files</Trans>
        </MenuItem>
      </Menu>
      <input ref={camera} {...input} accept="image/*" capture="environment" />
      <input ref={photos} {...input} accept="image/*" multiple />
      <input ref={files} {...input} multiple />
    </span>
  )
}

/** Listens on the whole page: a file dropped beside the field would otherwise replace the app in its tab. */
function followPasteAndDrop(
  button: { current: HTMLButtonElement | null },
  onFiles: (files: File[]) => void,
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const mark = (dropping: boolean) => button.current?.form?.toggleAttribute('data-dropping', dropping)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(true)
  }
  const onDrop = (event: DragEvent) => {
    mark(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    onFiles([...(event.dataTransfer?.files ?? [])])
  }
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event
    if (!clipboardData || !isForComposer(event)) return
    const pasted = [...clipboardData.files]
    const isText = clipboardData.types.includes('text/plain') && !isNames(clipboardData.getData('text/plain'), pasted)
    if (isText || pasted.length === 0) return
    event.preventDefault()
    onFiles(pasted)
  }
  const form = () => button.current?.form ?? null
  /** Another dialog, or a question that is being edited, has its own field. */
  const isForComposer = (event: Event) => {
    const { target } = event
    if (target === document.body) return true
    if (!(target instanceof Element)) return false
    // A click in the messages focuses their list.
    return target.closest('form') === form() || (!isTyping(event) && target.closest('[data-messages]') !== null)
  }
  document.addEventListener('dragover', onDrag, { signal })
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && mark(false), { signal })
  document.addEventListener('drop', onDrop, { signal })
  document.addEventListener('paste', onPaste, { signal })
  return () => listening.abort()
}

/**
 * Whether a text is the names or paths of the files, which the system copies with files. Other text stays text: an office
 * program copies a picture with it.
 */
function isNames(text: string, files: readonly File[]): boolean {
  // Some systems write a letter and its accent as two characters.
  const names = new Set(files.map(({ name }) => name.normalize('NFC')))
  const lines = text
    .normalize('NFC')
    .split('\n')
    .flatMap((line) => line.trim() || [])
  return lines.length > 0 && lines.every((line) => names.has(line.replace(/^.*[\\/]/, '')))
}
