import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getReasoning } from '#contract/endpoints/chats.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '#ui/icons/icons.tsx'
import { useChatActions } from './actions/chat-actions.ts'
import styles from './messages.module.css'

/** Shows the model's reasoning: collapsed, and fetched only when the user opens it. */
export function Reasoning({ messageId, known, streaming }: { messageId: string; known: string; streaming: boolean }) {
  const [open, setOpen] = useState(false)
  const { reasoningOf } = useChatActions()
  const Icon = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <div>
      <Button
        size="s"
        variant="quiet"
        className={styles.fold}
        icon={<Icon size={16} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? <Trans>Hide reasoning</Trans> : <Trans>Show reasoning</Trans>}
      </Button>
      {open ? (
        <div className={styles.reasoning} dir="auto">
          {streaming ? known : (reasoningOf?.(messageId) ?? <FetchedReasoning messageId={messageId} known={known} />)}
        </div>
      ) : null}
    </div>
  )
}

function FetchedReasoning({ messageId, known }: { messageId: string; known: string }) {
  const language = useLanguage()
  const { data, error } = useQuery(reasoningQuery(messageId), queryClient)
  if (data) return data.reasoning
  if (known !== '') return known
  return error ? describeFailure(error, language) : <Trans>Loading</Trans>
}

/** The reasoning of a finished answer is immutable, so it is never fetched again. */
const reasoningQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['reasoning', messageId],
    queryFn: ({ signal }) => api.call(getReasoning, { params: { id: messageId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
