import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { exportSubscriptions, exportUsers } from '#contract/endpoints/admin.ts'
import { mustShare, saveFile, shareFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useAction } from '#ui/use-action.ts'
import { fetchCsv } from './fetch-csv.ts'
import { noteRefusal } from './refused.ts'

type CsvButtonProps = {
  endpoint: typeof exportUsers | typeof exportSubscriptions
  fallbackName: string
  children: ReactNode
}

export function CsvButton({ endpoint, fallbackName, children }: CsvButtonProps) {
  const { t } = useLingui()
  const load = useAction(async () => {
    try {
      const file = await fetchCsv(endpoint, fallbackName)
      if (mustShare(file)) await shareFile(file)
      else saveFile(file)
    } catch (error) {
      noteRefusal(error)
      toastFailure(error)
    }
  })
  return (
    <Button
      icon={<DownloadIcon size={18} />}
      pending={load.pending}
      pendingLabel={t`Gathering…`}
      onClick={() => void load.run()}
    >
      {children}
    </Button>
  )
}
