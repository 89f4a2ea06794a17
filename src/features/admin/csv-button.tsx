import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { mustShare, saveFile, shareFile } from '#lib/browser/save-file.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { DownloadIcon } from '#ui/icons/icons.tsx'
import { type CsvCall, type CsvQuery, fetchCsv } from './fetch-csv.ts'
import { handleRefusal } from './handle-refusal.ts'

type CsvButtonProps = {
  endpoint: CsvCall
  /** What narrows and orders the list. */
  query?: CsvQuery
  fallbackName: string
  children: ReactNode
}

export function CsvButton({ endpoint, query, fallbackName, children }: CsvButtonProps) {
  const { t } = useLingui()
  /** Waits for another press, because the browser no longer counts the first one as a user gesture. */
  const [waiting, setWaiting] = useState<{ file: File; filters: string | undefined } | null>(null)
  const filters = JSON.stringify(query)
  // A file of earlier filters is fetched again.
  const file = waiting && waiting.filters === filters ? waiting.file : null
  const load = useAction(async () => {
    try {
      const fetched = await fetchCsv(endpoint, fallbackName, query)
      if (mustShare(fetched)) setWaiting({ file: fetched, filters })
      else saveFile(fetched)
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
    }
  })
  async function share(fetched: File) {
    try {
      await shareFile(fetched)
      setWaiting(null)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Button
      icon={<DownloadIcon size={18} />}
      pending={load.pending}
      pendingLabel={t`Gathering…`}
      onClick={() => void (file ? share(file) : load.run())}
    >
      {file ? <Trans>Save the file…</Trans> : children}
    </Button>
  )
}
