import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { readSummary, type SummaryKey } from './read-summary.ts'

interface SummaryDialogProps extends Omit<SummaryKey, 'userId'> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows the summary that the model got for an answer. */
export function SummaryDialog({ open, onOpenChange, ...key }: SummaryDialogProps) {
  const userId = useSession()?.user.id
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Summary of the messages above</Trans>}
      description={
        <Trans>
          The model wrote it and reads it in place of those messages. The messages themselves stay as they are.
        </Trans>
      }
    >
      {open && userId !== undefined ? <Summary {...key} userId={userId} /> : null}
    </Dialog>
  )
}

function Summary(key: SummaryKey) {
  const language = useLanguage()
  const { data, error } = useQuery(summaryQuery(key), queryClient)
  // Models write marks such as ** also where they were asked for plain sentences.
  if (data !== undefined) return <Markdown text={data} />
  return <p>{error ? describeFailure(error, language) : <Trans>Loading</Trans>}</p>
}

const summaryQuery = (key: SummaryKey) =>
  queryOptions({
    queryKey: ['summary', key.userId, key.answerId, key.summary],
    queryFn: ({ signal }) => readSummary(key, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
