import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { getShare, shareChat } from '#contract/endpoints/shares.ts'
import { SHARED_MESSAGES_MAX } from '#contract/limits.ts'
import { type SharedChat, type ShareInput, shareDays } from '#contract/objects/shared-chat.ts'
import { endSharedChat } from '#data/end-shared-chat.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { DAY_MS } from '#lib/timing/day-ms.ts'
import { database } from '#offline/database/database.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Failure } from '#ui/layout/group.tsx'
import styles from './dialogs.module.css'
import { sendBeforeShare } from './send-before-share.ts'

interface ShareDialogProps {
  userId: number
  chat: { id: string; title: string }
  open: boolean
  onClose: () => void
}

const shareQuery = (userId: number, chatId: string) =>
  queryOptions({
    queryKey: ['share', userId, chatId],
    queryFn: async ({ signal }) => (await api.call(getShare, { params: { id: chatId }, as: userId, signal })).share,
    // Another device may have shared the chat or ended it.
    gcTime: 0,
  })

/** Shares a chat under a link that everybody can read, changes what the link shows, and ends it. */
export function ShareDialog({ userId, chat, open, onClose }: ShareDialogProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const query = shareQuery(userId, chat.id)
  const { data: share, error, refetch } = useQuery(query, queryClient)
  const row = useLiveQuery(() => database().chats.get([userId, chat.id]), [userId, chat.id])
  const isLocal = row?.local === true
  // The server does not know a chat either that another device has deleted.
  const isUnsent = isApiError(error) && error.code === 'not_found' && isLocal
  const wasLocal = useRef(false)
  useEffect(() => {
    if (wasLocal.current && !isLocal) void refetch()
    wasLocal.current = isLocal
  }, [isLocal, refetch])
  return (
    <Dialog open={open} onOpenChange={onClose} title={t`Share chat`} description={chat.title}>
      {share !== undefined ? (
        <ShareForm
          userId={userId}
          chatId={chat.id}
          share={share}
          onChange={(next) => queryClient.setQueryData(query.queryKey, next)}
        />
      ) : error === null ? (
        <Skeleton width="100%" />
      ) : (
        <Failure>
          <p>
            {isUnsent ? (
              <Trans>This chat is not sent yet. It can be shared then.</Trans>
            ) : (
              describeFailure(error, language)
            )}
          </p>
          <Button size="s" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Failure>
      )}
    </Dialog>
  )
}

interface ShareFormProps {
  userId: number
  chatId: string
  share: SharedChat | null
  onChange: (share: SharedChat | null) => void
}

const UNLIMITED = 'never'
const defaults = { expires_in_days: 30, with_author: false, with_scores: true } as const satisfies ShareInput

function ShareForm({ userId, chatId, share, onChange }: ShareFormProps) {
  const { t } = useLingui()
  const [changed, setChanged] = useState<Partial<ShareInput>>({})
  const input = { ...(share === null ? defaults : inputOf(share)), ...changed }
  const change = (choice: Partial<ShareInput>) => setChanged({ ...changed, ...choice })
  const [isUnsent, setUnsent] = useState(false)
  const primary = useRef<HTMLButtonElement>(null)
  const finish = (next: SharedChat | null, done: string) => {
    onChange(next)
    setChanged({})
    announce(done)
    // The button that was pressed may be gone.
    primary.current?.focus()
  }
  const save = useAction(async () => {
    setUnsent(false)
    const isSent = await sendBeforeShare(userId, chatId)
    setUnsent(!isSent)
    if (!isSent) return
    const saved = await api.call(shareChat, { params: { id: chatId }, as: userId, body: input })
    finish(saved, share === null ? t`The link is ready` : t`The shared page is up to date`)
  })
  const end = useAction(async () => {
    setUnsent(false)
    await endSharedChat(userId, chatId)
    finish(null, t`The chat is no longer shared`)
  })
  const periods = { 7: t`After 7 days`, 30: t`After 30 days`, 365: t`After a year` }
  const ends = [
    ...shareDays.map((days) => ({ value: String(days), label: periods[days] })),
    { value: UNLIMITED, label: t`Never` },
  ]
  const isPending = save.pending || end.pending
  return (
    <div className={styles.share}>
      {share === null ? (
        <p>
          <Trans>
            Anyone with the link can read this chat as it is now, without an account. Attached files, what Companion
            remembers about you and your account are not shared.
          </Trans>
        </p>
      ) : (
        <Link share={share} />
      )}
      <Switch
        row
        label={<Trans>With scores</Trans>}
        checked={input.with_scores}
        onChange={(with_scores) => change({ with_scores })}
      />
      <Switch
        row
        label={<Trans>With my name and photo</Trans>}
        checked={input.with_author}
        onChange={(with_author) => change({ with_author })}
      />
      <Field label={<Trans>The link ends</Trans>}>
        <Select
          value={String(input.expires_in_days ?? UNLIMITED)}
          options={ends}
          onChange={(value) => change({ expires_in_days: shareDays.find((days) => String(days) === value) ?? null })}
        />
      </Field>
      <Failure>
        {isUnsent
          ? t`Not everything could be sent. Try again, or look at the chat to see why`
          : save.failure || end.failure}
      </Failure>
      <div className={styles.shareButtons}>
        {share === null ? null : (
          <Button
            variant="danger"
            pending={end.pending}
            aria-disabled={isPending}
            onClick={() => isPending || end.run()}
          >
            <Trans>Stop sharing</Trans>
          </Button>
        )}
        <Button
          ref={primary}
          variant="primary"
          pending={save.pending}
          aria-disabled={isPending}
          onClick={() => isPending || save.run()}
        >
          {share === null ? <Trans>Create link</Trans> : <Trans>Update the page</Trans>}
        </Button>
      </div>
    </div>
  )
}

function Link({ share }: { share: SharedChat }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { url, created_at, expires_at, messages } = share
  const [since, until] = [formatDate(created_at, language), expires_at && formatDate(expires_at, language)]
  return (
    <div>
      <Field
        label={<Trans>Link</Trans>}
        hint={
          until ? (
            <Trans>
              Shared on {since}, until {until}.
            </Trans>
          ) : (
            <Trans>Shared on {since}, without an end.</Trans>
          )
        }
      >
        <TextInput
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          end={<CopyButton text={url} label={t`Copy link`} />}
        />
      </Field>
      <p>
        <a href={url} target="_blank" rel="noopener">
          <Trans>Open the shared page</Trans>
        </a>
      </p>
      <p className={styles.empty}>
        {messages === SHARED_MESSAGES_MAX ? (
          <Trans>The page shows the newest {SHARED_MESSAGES_MAX} messages.</Trans>
        ) : (
          <Trans>Messages written since then are not on the page until you update it.</Trans>
        )}
      </p>
    </div>
  )
}

/** The choices of a running share; its end is chosen anew, as the nearest period that is not shorter. */
function inputOf({ created_at, expires_at, with_author, with_scores }: SharedChat): ShareInput {
  const days = expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS
  const period = days === null ? null : (shareDays.find((one) => one >= Math.floor(days)) ?? null)
  return { expires_in_days: period, with_author, with_scores }
}
