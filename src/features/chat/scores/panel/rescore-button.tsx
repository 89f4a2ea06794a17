import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isApiError } from '#api/errors.ts'
import { scoreMessage } from '#contract/endpoints/companion.ts'
import { useConfig } from '#data/config.ts'
import { queryClient } from '#data/query-client.ts'
import { database } from '#offline/database/database.ts'
import { writeAs } from '#offline/database/write-as.ts'
import { api } from '#session/api.ts'
import { mayUseCompanion } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { RetryIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import type { OpenedScores } from '../open-scores.ts'

/** A small model needs this long to read a long answer twice. */
const SCORING_TIMEOUT_MS = 180_000

interface ScoreAgainProps extends OpenedScores {
  userId: number
  isFirst: boolean
}

/** Scores an answer again; shown to users with that right where scoring is on. Needs a connection. */
export function RescoreButton({ userId, chatId, messageId, isFirst }: ScoreAgainProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const online = useOnline()
  const session = useSession()
  const config = useConfig()
  const rescore = useMutation(
    {
      mutationFn: (answerId: string) => sendScoreAgain(userId, chatId, answerId),
      onSuccess: () => announce(t`The answer was scored`),
      onError: (error) => {
        if (isApiError(error) && error.code === 'subscription_required') {
          void navigate({ to: '/error', search: { type: 'subscription-required' } })
        } else toastFailure(error)
      },
    },
    queryClient,
  )
  if (config?.scoring !== true || session === null || !mayUseCompanion(session.user)) return null

  return (
    <Button
      size="s"
      icon={<RetryIcon size={16} />}
      pending={rescore.isPending && rescore.variables === messageId}
      pendingLabel={<Trans>Scoring</Trans>}
      disabled={!online}
      onClick={() => rescore.mutate(messageId)}
    >
      {!online ? (
        <Trans>Scoring needs a connection</Trans>
      ) : isFirst ? (
        <Trans>Score this answer</Trans>
      ) : (
        <Trans>Score again</Trans>
      )}
    </Button>
  )
}

/** Requests new scores for an answer and stores the result. Throws the API's errors. */
async function sendScoreAgain(userId: number, chatId: string, messageId: string): Promise<void> {
  const given = { params: { id: chatId }, body: { message: messageId }, as: userId, timeoutMs: SCORING_TIMEOUT_MS }
  const scores = await api.call(scoreMessage, given)
  const db = database()
  await writeAs(db, userId, [db.messages], () => db.messages.update([userId, messageId], { scores }))
}
