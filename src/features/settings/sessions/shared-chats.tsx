import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listSharedChats } from '#contract/endpoints/shares.ts'
import type { SharedChat } from '#contract/objects/shared-chat.ts'
import { endSharedChat } from '#data/end-shared-chat.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'

const sharedQuery = (userId: number) =>
  queryOptions({
    queryKey: ['shared-chats', userId],
    queryFn: async ({ signal }) => (await api.call(listSharedChats, { as: userId, signal })).results,
    gcTime: 0,
  })

/** Lists the chats that everybody with a link can read; each can be ended. Nothing is shown once there is known to be none. */
export function SharedChats({ userId }: { userId: number }) {
  const { t } = useLingui()
  const language = useLanguage()
  const isSuspended = Boolean(useSession()?.user.suspended)
  const query = sharedQuery(userId)
  const { data, error, refetch } = useQuery(query, queryClient)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setAsking] = useState(false)
  // The chosen chat remains named while the dialog closes.
  const [selected, setSelected] = useState<SharedChat | null>(null)
  if (data === undefined && error !== null) {
    return (
      <Group title={<Trans>Shared chats</Trans>}>
        <Failure>
          <p>{describeFailure(error, language)}</p>
          <Button size="s" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Failure>
      </Group>
    )
  }
  if (!data?.length && selected === null) return null
  return (
    <Group
      headingRef={heading}
      title={<Trans>Shared chats</Trans>}
      text={
        isSuspended ? (
          <Trans>While your account is suspended, the links show nothing.</Trans>
        ) : (
          <Trans>Anyone with the link can read them.</Trans>
        )
      }
    >
      {data?.map((share) => {
        const until = share.expires_at && formatDate(share.expires_at, language)
        const title = share.title || t`New chat`
        return (
          <Row
            key={share.chat}
            label={
              <a href={share.url} target="_blank" rel="noopener" dir="auto">
                {title}
              </a>
            }
            text={until ? <Trans>until {until}</Trans> : <Trans>without an end</Trans>}
            action={
              <Button
                size="s"
                aria-label={t`Stop sharing ${title}`}
                onClick={() => {
                  setSelected(share)
                  setAsking(true)
                }}
              >
                <Trans>Stop sharing</Trans>
              </Button>
            }
          />
        )
      })}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Stop sharing this chat?`}
        text={<Trans>The link stops working at once.</Trans>}
        confirmLabel={t`Stop sharing`}
        focusAfter={heading}
        onConfirm={async () => {
          if (selected) await endSharedChat(userId, selected.chat)
          await queryClient.invalidateQueries({ queryKey: query.queryKey })
        }}
      />
    </Group>
  )
}
