import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { hasPreview } from './has-preview.ts'
import styles from './message-files.module.css'

const part = lazyModule(() => import('./message-file.tsx'))

export interface MessageFilesProps {
  messageId: string
  files: readonly AttachedFile[]
  /** Whether the message is being sent, and its files before it. */
  isSending: boolean
}

/** The files of a question, in boxes of fixed sizes, so that nothing moves when a picture is loaded. */
export function MessageFiles({ messageId, files, isSending }: MessageFilesProps) {
  const loaded = useLazyModule(part, true, logMissingChunk)
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id} className={hasPreview(file.media_type) ? styles.picture : styles.chip}>
          {loaded ? <loaded.MessageFile messageId={messageId} file={file} isSending={isSending} /> : null}
        </li>
      ))}
    </ul>
  )
}
