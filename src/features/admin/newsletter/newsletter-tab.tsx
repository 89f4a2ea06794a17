import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createIssue } from '#contract/endpoints/newsletter/issues.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import styles from '../admin.module.css'
import type { AdminSearch } from '../admin-search.ts'
import editorStyles from '../editor.module.css'
import { handleRefusal, useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import { PAGE_SIZE } from '../table/page-size.ts'
import { readPage } from '../tabs.ts'
import { hasUnsavedDraft } from './draft-saver.ts'
import { IssueItem } from './issue-item.tsx'
import { IssuePage } from './issue-page.tsx'
import { issuesQuery, refreshIssues, storeIssue } from './newsletter-query.ts'
import { RecipientsExport } from './recipients-export.tsx'

type NewsletterTabProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void }

/** Issues of the newsletter, newest first, and the one that is open. */
export function NewsletterTab({ search, onSearch }: NewsletterTabProps) {
  const { t } = useLingui()
  const page = readPage(search.page)
  const issues = useQuery(issuesQuery(page), queryClient)
  useHandleRefusal(issues.error)
  const [opened, setOpened] = useState<number | null>(null)
  const [isCreating, setCreating] = useState(false)
  const { data } = issues
  if (opened !== null) {
    const close = () => {
      setOpened(null)
      refreshIssues()
    }
    return <IssuePage key={opened} id={opened} lacks={data?.lacks ?? []} onClose={close} />
  }
  const create = async () => {
    setCreating(true)
    try {
      // Read anew, because another admin may have written, sent or deleted the issue that the list shows as empty.
      const { results } = await queryClient.fetchQuery({ ...issuesQuery(page), staleTime: 0 })
      // Another empty draft would only be in the way.
      const empty = results.find(
        ({ id, status, languages }) => status === 'draft' && languages.length === 0 && !hasUnsavedDraft(id),
      )
      if (empty) return setOpened(empty.id)
      const issue = await api.call(createIssue, {})
      storeIssue(issue)
      setOpened(issue.id)
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
    } finally {
      setCreating(false)
    }
  }
  return (
    <>
      <div className={styles.head}>
        <h2>
          <Trans>Newsletter</Trans>
        </h2>
        <div className={styles.tools}>
          <Button variant="primary" pending={isCreating} onClick={create}>
            <Trans>Write an issue</Trans>
          </Button>
        </div>
      </div>
      {data?.lacks.includes('mail_server') ? (
        <p className={editorStyles.lack}>
          <Trans>This server sends no mail: set SMTP_URL and MAIL_FROM before an issue can be sent.</Trans>
        </p>
      ) : null}
      {data?.lacks.includes('postal_address') ? (
        <p className={editorStyles.lack}>
          <Trans>
            Every issue has to name the postal address of the sender: set NEWSLETTER_ADDRESS before one can be sent.
          </Trans>
        </p>
      ) : null}
      {data === undefined && issues.isError ? (
        <LoadFailed error={issues.error} onRetry={() => void issues.refetch()} />
      ) : null}
      {data?.count === 0 ? (
        <EmptyState
          title={<Trans>No issues yet</Trans>}
          text={<Trans>Here you write the newsletter and see how its sending goes.</Trans>}
          level={3}
        />
      ) : (
        <ul aria-label={t`Issues`}>
          {data?.results.map((issue) => (
            <IssueItem key={issue.id} issue={issue} onOpen={() => setOpened(issue.id)} />
          ))}
        </ul>
      )}
      {data ? (
        <Pager
          page={page}
          pages={Math.max(1, Math.ceil(data.count / PAGE_SIZE))}
          onPage={(next) => onSearch({ tab: 'newsletter', page: String(next) })}
        />
      ) : null}
      <RecipientsExport />
    </>
  )
}
