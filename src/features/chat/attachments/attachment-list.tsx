import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MESSAGE_FILES_MAX } from '#contract/limits.ts'
import { describeError } from '#i18n/describe-error.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database/database.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { deleteDraftFiles, moveDraftFile } from '#offline/files/draft-files.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { findComposer } from '#ui/find-composer.ts'
import { ChevronLeftIcon, ChevronRightIcon, FileIcon, InfoIcon, XIcon } from '#ui/icons/icons.tsx'
import type { AttachTo } from './attach-files.ts'
import { type Attaching, type AttachProblem, dismissAttaching } from './attaching.ts'
import styles from './attachments.module.css'
import { hasPreview } from './has-preview.ts'
import { loadThumbnail } from './load-file.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface AttachmentListProps {
  to: AttachTo
  /** In the order in which they are sent. */
  files: readonly AttachedFile[]
  attaching: readonly Attaching[]
  /** Whether the model sees pictures. */
  vision: boolean
}

/** The files of the draft with previews, each to be moved or removed, and those that could not be attached. */
export function AttachmentList({ to, files: stored, attaching, vision }: AttachmentListProps) {
  const { t } = useLingui()
  const { userId } = to
  // An optimistic update: if an item left only when the database has deleted it, the list would move below the pointer
  // while the user presses the next button.
  const [removed, setRemoved] = useState<readonly string[]>([])
  const files = stored.filter(({ id }) => !removed.includes(id))
  const hasPicture =
    files.some(({ media_type }) => hasPreview(media_type)) || attaching.some(({ preview }) => preview !== null)
  const change = (work: Promise<void>) => void work.catch(toastFailure)
  async function remove(id: string): Promise<void> {
    setRemoved((ids) => [...ids, id])
    try {
      await deleteDraftFiles(database(), userId, to.draftKey(), [id])
    } catch (error) {
      setRemoved((ids) => ids.filter((each) => each !== id))
      throw error
    }
  }
  if (files.length + attaching.length === 0) return null
  return (
    <section aria-label={t`Attached files`} className={styles.attached}>
      <ul className={styles.list}>
        {files.map((file, at) => (
          <Item
            key={file.id}
            name={file.name}
            size={file.size}
            problem={file.refused ?? null}
            preview={hasPreview(file.media_type) ? <StoredPreview userId={userId} id={file.id} /> : null}
            onRemove={() => {
              change(remove(file.id))
              announce(t`Removed`)
            }}
            onMove={
              files.length > 1
                ? (by) => change(moveDraftFile(database(), userId, to.draftKey(), file.id, by))
                : undefined
            }
            isFirst={at === 0}
            isLast={at === files.length - 1}
          />
        ))}
        {attaching.map(({ id, name, size, preview, problem }) => (
          <Item
            key={id}
            name={name}
            size={size}
            problem={problem}
            isPending={problem === null}
            preview={preview === null || problem !== null ? null : <img src={preview} alt="" />}
            onRemove={() => dismissAttaching(id)}
          />
        ))}
      </ul>
      {files.length > MESSAGE_FILES_MAX ? (
        <p className={styles.hint}>
          <InfoIcon size={16} />
          <Trans>10 files is the most for one message</Trans>
        </p>
      ) : null}
      {files.some(({ media_type }) => media_type === 'image/heic') ? (
        <p className={styles.hint}>
          <InfoIcon size={16} />
          <Trans>
            This browser cannot show HEIC pictures. They are sent as they are, with place and time, and the assistant is
            told only their names.
          </Trans>
        </p>
      ) : null}
      {hasPicture && !vision ? (
        <p className={styles.hint}>
          <InfoIcon size={16} />
          <Trans>This assistant cannot see pictures. It is told only their names.</Trans>
        </p>
      ) : null}
    </section>
  )
}

interface ItemProps {
  name: string
  size: number
  problem: string | null
  preview: ReactNode
  isPending?: boolean
  onRemove: () => void
  /** Missing where there is nothing to change places with. */
  onMove?: ((by: number) => void) | undefined
  isFirst?: boolean
  isLast?: boolean
}

function Item({ name, size, problem, preview, isPending, onRemove, onMove, isFirst, isLast }: ItemProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const reason = useReason(problem)
  const item = useRef<HTMLLIElement>(null)
  // The list scrolls: the reason may be below what it shows.
  useEffect(() => {
    if (problem !== null) item.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <li
      ref={item}
      className={styles.item}
      data-problem={problem !== null || undefined}
      data-pending={isPending || undefined}
    >
      <span className={styles.preview}>{preview ?? <FileIcon size={20} />}</span>
      <span className={styles.about}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.detail}>{reason ?? (isPending ? t`Preparing…` : formatBytes(size, language))}</span>
      </span>
      {onMove ? (
        <>
          <IconButton
            size="s"
            label={t`Move ${name} earlier`}
            icon={<ChevronLeftIcon size={16} />}
            aria-disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="s"
            label={t`Move ${name} later`}
            icon={<ChevronRightIcon size={16} />}
            aria-disabled={isLast}
            onClick={() => onMove(1)}
          />
        </>
      ) : null}
      <IconButton
        size="s"
        label={t`Remove ${name}`}
        icon={<XIcon size={16} />}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget)
          onRemove()
        }}
      />
    </li>
  )
}

/** Moves the focus to a removed file's neighbour, else to the composer or what stands for it on a touch device. */
function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  if (beside) beside.querySelector<HTMLElement>('button:last-of-type')?.focus()
  else findComposer()?.focus({ preventScroll: true })
}

/** Why a file cannot be sent; announced when it appears. */
function useReason(problem: AttachProblem | string | null): string | null {
  const { t } = useLingui()
  const language = useLanguage()
  const reason =
    problem === null
      ? null
      : problem === 'too_many'
        ? t`10 files is the most for one message`
        : problem === 'unreadable'
          ? t`This browser cannot read this picture`
          : (describeError(problem, language) ?? t`This file could not be sent`)
  useEffect(() => {
    if (reason !== null) announce(reason)
  }, [reason])
  return reason
}

function StoredPreview({ userId, id }: { userId: number; id: string }) {
  const url = useObjectUrl(id, () => loadThumbnail({ userId, id, message: null }))
  return url === null || url === 'missing' ? null : <img src={url} alt="" />
}
