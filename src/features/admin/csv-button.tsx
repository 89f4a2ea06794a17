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
  const [waiting, setWaiting] = useState<File | null>(null)
  const load = useAction(async () => {
    try {
      const file = await fetchCsv(endpoint, fallbackName, query)
      if (mustShare(file)) setWaiting(file)
      else saveFile(file)
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
    }
  })
  async function share(file: File) {
    try {
      await shareFile(file)
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
      onClick={() => void (waiting ? share(waiting) : load.run())}
    >
      {waiting ? <Trans>Save the file…</Trans> : children}
    </Button>
  )
}
