import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { DELETED_DAYS } from '#contract/limits.ts'
import { seeNewestChats } from '#data/see-newest-chats.ts'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { enqueueEmpty, eraseDeleted, restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { loadDeleted } from '#offline/deleted/load-deleted.ts'
import { type DeletedChat, queryDeleted } from '#offline/deleted/query-deleted.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { RestoreIcon } from '#ui/icons/list-icons.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { BackLink, Subpage } from '#ui/layout/subpage.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './deleted-page.module.css'
import { DeletedRow } from './deleted-row.tsx'

/** Rows that are rendered at first, and with each press of the button below. */
const PART = 100

/** What a confirmed deletion concerns: these chats, or all, also those that this device does not have. */
type Erased = { ids: readonly string[] } | 'all'

/** Chats that were deleted or have ended, to be restored or deleted for good; works without a network. */
export function DeletedPage({ userId }: { userId: number }) {
  const { t } = useLingui()
  const chats = useDeleted(userId)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(PART)
  const [erased, setErased] = useState<Erased | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const afterErasing = useRef<HTMLElement>(null)
  /** Returns what has the focus once these chats are gone: the row that follows, otherwise the heading. */
  const elementAfter = (ids: readonly string[]) => {
    const rows = chats ?? []
    const first = rows.findIndex(({ id }) => ids.includes(id))
    const next = rows.slice(first).find(({ id }) => !ids.includes(id))
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])]
    return boxes[next === undefined ? -1 : rows.indexOf(next)] ?? heading.current
  }
  const confirmErasing = (selected: Erased) => {
    afterErasing.current = selected === 'all' ? heading.current : elementAfter(selected.ids)
    setErased(selected)
  }
  const restore = useAction(async (ids: readonly string[]) => {
    const next = elementAfter(ids)
    await restoreDeleted(database(), userId, ids)
    setSelected(new Set())
    next?.focus({ preventScroll: true })
    announce(ids.length === 1 ? t`The chat is in the list again` : t`The chats are in the list again`)
  })
  const confirm = async () => {
    if (erased === 'all') {
      await seeNewestChats(userId)
      await enqueueEmpty(database(), userId)
    } else if (erased) await eraseDeleted(database(), userId, erased.ids)
    setSelected(new Set())
  }
  const picked = (chats ?? []).flatMap(({ id }) => (selected.has(id) ? id : []))
  const ids = picked.length > 0 ? picked : (chats ?? []).map(({ id }) => id)
  const select = (id: string, on: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <Subpage
      back={
        <BackLink to="/chat">
          <Trans>Chats</Trans>
        </BackLink>
      }
      title={<Trans>Recently deleted</Trans>}
      headingRef={heading}
    >
      <p className={styles.intro}>
        <Trans>
          Deleted and ended chats stay here for {DELETED_DAYS} days. Then they are deleted for good, with their
          messages.
        </Trans>
      </p>
      {chats === undefined ? <Skeleton width="60%" /> : null}
      {chats?.length === 0 ? <EmptyState icon={<TrashIcon size={28} />} title={<Trans>Nothing here</Trans>} /> : null}
      {chats && chats.length > 0 ? (
        <>
          <div role="toolbar" aria-label={t`With these chats`} className={styles.tools}>
            <Button icon={<RestoreIcon size={18} />} onClick={() => restore.run(ids)}>
              {picked.length > 0 ? <Count count={picked.length} what="restore" /> : <Trans>Restore all</Trans>}
            </Button>
            <Button
              icon={<TrashIcon size={18} />}
              onClick={() => confirmErasing(picked.length > 0 ? { ids: picked } : 'all')}
            >
              {picked.length > 0 ? <Count count={picked.length} what="erase" /> : <Trans>Empty…</Trans>}
            </Button>
          </div>
          <Failure>{restore.failure}</Failure>
          <ul ref={list} className={styles.list}>
            {chats.slice(0, shown).map((chat) => (
              <DeletedRow
                key={chat.id}
                chat={chat}
                isSelected={selected.has(chat.id)}
                onSelect={select}
                onRestore={() => restore.run([chat.id])}
                onErase={() => confirmErasing({ ids: [chat.id] })}
              />
            ))}
          </ul>
          {chats.length > shown ? (
            <Button
              // With the last press it is gone: the focus moves to the first of the new rows.
              ref={focusAfterRemoval(() => list.current?.querySelectorAll('input')[shown])}
              wide
              variant="quiet"
              onClick={() => setShown(shown + PART)}
            >
              <Trans>Show more</Trans>
            </Button>
          ) : null}
        </>
      ) : null}
      <ConfirmDialog
        open={erased !== null}
        onOpenChange={(open) => open || setErased(null)}
        title={erased === 'all' ? t`Empty Recently deleted?` : t`Delete for good?`}
        text={
          erased === 'all' ? (
            <Trans>All chats in it are deleted for good, on all your devices. This cannot be undone.</Trans>
          ) : (
            <Plural
              value={erased?.ids.length ?? 1}
              one="The chat and its messages are deleted on all your devices. This cannot be undone."
              other="# chats and their messages are deleted on all your devices. This cannot be undone."
            />
          )
        }
        confirmLabel={erased === 'all' ? t`Empty` : t`Delete for good`}
        focusAfter={afterErasing}
        pendingLabel={t`Deleting…`}
        danger
        onConfirm={confirm}
      />
    </Subpage>
  )
}

function Count({ count, what }: { count: number; what: 'restore' | 'erase' }): ReactNode {
  return what === 'restore' ? <Trans>Restore ({count})</Trans> : <Trans>Delete for good ({count})…</Trans>
}

/** Returns the chats in Recently deleted from this device, and loads those that only the server has. */
function useDeleted(userId: number): DeletedChat[] | undefined {
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return
    const controller = new AbortController()
    loadDeleted({ db: database(), api, userId, signal: controller.signal }).catch((error: unknown) => {
      // What is here is shown; the next visit tries again.
      if (!controller.signal.aborted && !isExpectedError(error)) reportError(error)
    })
    return () => controller.abort()
  }, [userId, isOnline])
  return useLiveQuery(() => queryDeleted(database(), userId), [userId])
}
