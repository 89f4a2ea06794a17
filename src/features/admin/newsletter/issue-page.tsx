import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Issue, newsletterGaps } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useRestored } from '../use-restored.ts'
import { hasUnsavedDraft, restoreDraft } from './draft-saver.ts'
import { IssueEditor } from './issue-editor.tsx'
import { IssueProgress } from './issue-progress.tsx'
import { issueQuery } from './newsletter-query.ts'

type Lacks = readonly (typeof newsletterGaps)[number][]
type IssuePageProps = { id: number; lacks: Lacks; onClose: () => void }

/** A draft with its editor, or an issue on its way with its counts. */
export function IssuePage({ id, lacks, onClose }: IssuePageProps) {
  const issue = useQuery(issueQuery(id), queryClient)
  useHandleRefusal(issue.error)
  const { data } = issue
  // An editor that began with a stored older revision would only find conflicts.
  if (data === undefined || !issue.isFetchedAfterMount) {
    return issue.isError ? (
      <>
        <LoadFailed error={issue.error} onRetry={() => void issue.refetch()} />
        <Button onClick={onClose}>
          <Trans>All issues</Trans>
        </Button>
      </>
    ) : (
      <Skeleton width="60%" />
    )
  }
  return <OpenedIssue issue={data} lacks={lacks} onClose={onClose} />
}

function OpenedIssue({ issue, lacks, onClose }: { issue: Issue; lacks: Lacks; onClose: () => void }) {
  const restoring = useRestored(() => restoreDraft(issue))
  if (restoring.state === 'reading') return <Skeleton width="60%" />
  if (restoring.state === 'failed') {
    return (
      <>
        <LoadFailed error={restoring.error} onRetry={restoring.retry} />
        <Button onClick={onClose}>
          <Trans>All issues</Trans>
        </Button>
      </>
    )
  }
  // What is unsaved is not hidden by another admin who sent the issue meanwhile.
  return issue.status === 'draft' || hasUnsavedDraft(issue.id) ? (
    <IssueEditor stored={issue} lacks={lacks} onClose={onClose} />
  ) : (
    <IssueProgress issue={issue} onClose={onClose} />
  )
}
