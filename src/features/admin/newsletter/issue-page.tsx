import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { newsletterGaps } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { hasUnsavedDraft } from './draft-saver.ts'
import { IssueEditor } from './issue-editor.tsx'
import { IssueProgress } from './issue-progress.tsx'
import { issueQuery } from './newsletter-query.ts'

type IssuePageProps = { id: number; lacks: readonly (typeof newsletterGaps)[number][]; onClose: () => void }

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
  // What is unsaved is not hidden by another admin who sent the issue meanwhile.
  return data.status === 'draft' || hasUnsavedDraft(id) ? (
    <IssueEditor stored={data} lacks={lacks} onClose={onClose} />
  ) : (
    <IssueProgress issue={data} onClose={onClose} />
  )
}
