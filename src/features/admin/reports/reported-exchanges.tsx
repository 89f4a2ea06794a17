import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ListedReportedExchange } from '#contract/objects/ratings/reported-exchange.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { DateText } from '../date-text.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { Pager } from '../pager.tsx'
import { PAGE_SIZE } from '../table/page-size.ts'
import userStyles from '../user-page/user-page.module.css'
import { ExchangeDetails } from './exchange-details.tsx'
import { ReportSection } from './report-section.tsx'
import { reportedExchangesQuery } from './reported-exchanges-query.ts'

/** Exchanges that validators have reported instead of rating them; nobody gets them until an admin decides. */
export function ReportedExchanges() {
  const { t } = useLingui()
  const [page, setPage] = useState(1)
  const query = useQuery(reportedExchangesQuery(page), queryClient)
  const { data } = query
  useHandleRefusal(query.error)
  const [opened, setOpened] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (id: string) => {
    setOpened(id)
    setOpen(true)
  }
  return (
    <ReportSection
      id="reported-exchanges"
      title={<Trans>Reported by validators</Trans>}
      about={
        <Trans>
          Exchanges that somebody has offered for rating and a validator has reported. Nobody gets them until you
          decide, or until their author changes them.
        </Trans>
      }
      query={query}
      empty={data?.count === 0 ? <Trans>No exchange is reported.</Trans> : null}
    >
      <ul onPointerEnter={prefetchDialog}>
        {data?.results.map((exchange) => (
          <ExchangeItem key={exchange.id} exchange={exchange} onOpen={() => open(exchange.id)} />
        ))}
      </ul>
      {data ? <Pager page={page} pages={Math.max(1, Math.ceil(data.count / PAGE_SIZE))} onPage={setPage} /> : null}
      <FormDialog open={isOpen} onOpenChange={setOpen} title={t`Reported by validators`}>
        {opened === null ? null : <ExchangeDetails key={opened} id={opened} onDone={() => setOpen(false)} />}
      </FormDialog>
    </ReportSection>
  )
}

function ExchangeItem({ exchange, onOpen }: { exchange: ListedReportedExchange; onOpen: () => void }) {
  const name = useId()
  const { reason, reported_at, reports } = exchange
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p id={name} className={userStyles.name} dir="auto">
          {reason}
        </p>
        <p className={userStyles.note}>
          <DateText at={reported_at} /> · <Plural value={reports} one="# report" other="# reports" />
        </p>
      </div>
      <Button size="s" aria-describedby={name} onClick={onOpen}>
        <Trans>Open</Trans>
      </Button>
    </li>
  )
}
