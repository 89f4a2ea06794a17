import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { describeError } from '#i18n/describe-error.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { mustShare, saveFile, shareFile } from '#lib/browser/save-file.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { AlertIcon, DownloadIcon, FileIcon, PictureIcon } from '#ui/icons/icons.tsx'
import { type FileOf, loadContent, loadThumbnail } from './load-file.ts'
import styles from './message-files.module.css'
import { useObjectUrl } from './use-object-url.ts'

interface MessageFileProps {
  messageId: string
  file: AttachedFile
}

/** One file of a question: a picture opens larger, any other file is saved to the device. */
export function MessageFile({ messageId, file }: MessageFileProps) {
  const userId = useSession()?.user.id
  if (userId === undefined) return null
  const of = { userId, id: file.id, message: messageId }
  return file.media_type.startsWith('image/') ? <Picture of={of} file={file} /> : <Chip of={of} file={file} />
}

type Props = { of: FileOf; file: AttachedFile }

function Picture({ of, file }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const url = useObjectUrl(file.id, () => loadThumbnail(of))
  const { name } = file
  return (
    <>
      <button type="button" className={styles.open} aria-label={t`Open ${name}`} onClick={() => setOpen(true)}>
        {url === null ? null : url === 'missing' ? <PictureIcon /> : <img src={url} alt="" />}
      </button>
      <Refusal file={file} />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<span dir="auto">{name}</span>}
        size="xl"
        actions={
          <Button icon={<DownloadIcon size={18} />} onClick={() => save(of, file)}>
            <Trans>Download</Trans>
          </Button>
        }
      >
        <LargePicture of={of} file={file} />
      </Dialog>
    </>
  )
}

/** Loaded when the dialog opens. */
function LargePicture({ of, file }: Props) {
  const url = useObjectUrl(file.id, () => loadContent(of, file.media_type))
  const { width, height, name } = file
  if (url === 'missing') {
    return (
      <p role="status">
        <Trans>This picture is not on this device. It shows when you are back online.</Trans>
      </p>
    )
  }
  const size = width === null || height === null ? {} : { width, height }
  return <img className={styles.large} src={url ?? undefined} alt={name} {...size} />
}

function Chip({ of, file }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const { name, size } = file
  return (
    <>
      <button type="button" className={styles.open} aria-label={t`Download ${name}`} onClick={() => save(of, file)}>
        <FileIcon size={20} />
        <span className={styles.about}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.size}>{formatBytes(size, language)}</span>
        </span>
      </button>
      <Refusal file={file} />
    </>
  )
}

/** Why the server has refused this file of an unsent message. */
function Refusal({ file: { refused } }: { file: AttachedFile }) {
  const { t } = useLingui()
  const language = useLanguage()
  if (refused === undefined) return null
  return (
    <p className={styles.refused}>
      <AlertIcon size={14} />
      <span>{describeError(refused, language) ?? t`This file could not be sent`}</span>
    </p>
  )
}

function save(of: FileOf, { name, media_type }: AttachedFile): void {
  loadContent(of, media_type)
    .then((blob) => {
      const file = new File([blob], name, { type: media_type })
      return mustShare(file) ? shareFile(file) : saveFile(file)
    })
    .catch(toastFailure)
}
