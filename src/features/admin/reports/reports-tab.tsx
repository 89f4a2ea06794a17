import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#data/query-client.ts'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from '../admin.module.css'
import type { AdminSearch } from '../admin-search.ts'
import { useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import { PAGE_SIZE } from '../table/page-size.ts'
import { readPage } from '../tabs.ts'
import { RatingsTable } from './ratings-table.tsx'
import { ReportDetails } from './report-details.tsx'
import { ReportItem } from './report-item.tsx'
import { ReportedExchanges } from './reported-exchanges.tsx'
import { type ReportsShown, readShown, reportsQuery } from './reports-query.ts'

type ReportsTabProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void }

/** Reports about answers: open ones first to see, each with its details in a dialog. */
export function ReportsTab({ search, onSearch }: ReportsTabProps) {
  const { t } = useLingui()
  const [shown, page] = [readShown(search.state), readPage(search.page)]
  const reports = useQuery(reportsQuery(shown, page), queryClient)
  useHandleRefusal(reports.error)
  const [opened, setOpened] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { data } = reports
  const options: { value: ReportsShown; label: string }[] = [
    { value: 'open', label: t`Open reports` },
    { value: 'resolved', label: t`Resolved reports` },
    { value: 'all', label: t({ message: 'All', context: 'reports' }) },
  ]
  const open = (id: number) => {
    setOpened(id)
    setOpen(true)
  }
  return (
    <>
      <div className={styles.head}>
        <h2>
          <Trans>Reports</Trans>
        </h2>
        <div className={styles.tools}>
          <Field label={t`State`}>
            <Select value={shown} onChange={(state) => onSearch({ tab: 'reports', state })} options={options} />
          </Field>
        </div>
      </div>
      {data === undefined && reports.isError ? (
        <LoadFailed error={reports.error} onRetry={() => void reports.refetch()} />
      ) : null}
      {data?.count === 0 ? (
        <EmptyState
          title={shown === 'open' ? <Trans>No open reports</Trans> : <Trans>No reports</Trans>}
          text={<Trans>Here you find what people report about answers.</Trans>}
          level={3}
        />
      ) : (
        <ul onPointerEnter={prefetchDialog}>
          {data?.results.map((report) => (
            <ReportItem key={report.id} report={report} onOpen={() => open(report.id)} />
          ))}
        </ul>
      )}
      {data ? (
        <Pager
          page={page}
          pages={Math.max(1, Math.ceil(data.count / PAGE_SIZE))}
          onPage={(next) => onSearch({ tab: 'reports', state: shown, page: String(next) })}
        />
      ) : null}
      <ReportedExchanges />
      <RatingsTable />
      <FormDialog open={isOpen} onOpenChange={setOpen} title={t`Report`}>
        {opened === null ? null : <ReportDetails key={opened} id={opened} />}
      </FormDialog>
    </>
  )
}
