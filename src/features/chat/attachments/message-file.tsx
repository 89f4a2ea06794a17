import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { describeError } from '#i18n/describe-error.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { onProgress } from '#offline/files/upload-progress.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { AlertIcon, DownloadIcon, FileIcon, PictureIcon } from '#ui/icons/icons.tsx'
import { hasPreview } from './has-preview.ts'
import { type FileOf, loadContent, loadThumbnail } from './load-file.ts'
import styles from './message-files.module.css'
import { useDownload } from './use-download.ts'
import { useObjectUrl } from './use-object-url.ts'

interface MessageFileProps {
  messageId: string
  file: AttachedFile
  /** Whether its message is being sent. */
  isSending: boolean
}

/** One file of a question: a picture opens larger, any other file is saved to the device. */
export function MessageFile({ messageId, file, isSending }: MessageFileProps) {
  const userId = useSession()?.user.id
  const sent = useUploaded(file.id, isSending)
  if (userId === undefined) return null
  const of = { userId, id: file.id, message: messageId }
  return (
    <>
      {hasPreview(file.media_type) ? <Picture of={of} file={file} /> : <Chip of={of} file={file} sent={sent} />}
      {sent === null ? null : <UploadProgress file={file} sent={sent} />}
    </>
  )
}

type Props = { of: FileOf; file: AttachedFile }

/** How many bytes the server has while the file is being uploaded; null where nothing is on its way, as offline. */
function useUploaded(id: string, isSending: boolean): number | null {
  const [sent, setSent] = useState<number | null>(null)
  useEffect(() => {
    if (!isSending) return
    const stop = onProgress(id, setSent)
    return () => {
      stop()
      setSent(null)
    }
  }, [id, isSending])
  return sent
}

/** Lies over the lower edge of the file's box, so that nothing moves. */
function UploadProgress({ file: { name, size }, sent }: { file: AttachedFile; sent: number }) {
  const { t } = useLingui()
  return <progress className={styles.progress} max={size} value={sent} aria-label={t`Uploading ${name}`} />
}

function Picture({ of, file }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const url = useObjectUrl(file.id, () => loadThumbnail(of))
  const download = useDownload(of, file)
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
          <Button icon={<DownloadIcon size={18} />} onClick={download.run}>
            {download.isWaiting ? <Trans>Save the file…</Trans> : <Trans>Download</Trans>}
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

function Chip({ of, file, sent }: Props & { sent: number | null }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { name, size } = file
  const download = useDownload(of, file)
  const total = formatBytes(size, language)
  const done = formatBytes(sent ?? 0, language)
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-label={download.isWaiting ? undefined : t`Download ${name}`}
        onClick={download.run}
      >
        <FileIcon size={20} />
        <span className={styles.about}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.size}>
            {download.isWaiting ? t`Save the file…` : sent === null ? total : t`${done} of ${total}`}
          </span>
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
