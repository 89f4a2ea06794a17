import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { mustShare, saveFile, shareFile } from '#lib/browser/save-file.ts'
import { Button } from '#ui/button/button.tsx'
import { DownloadIcon } from '#ui/icons/icons.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from './account.module.css'
import { fetchExport } from './fetch-export.ts'

/** Downloads one file with all stored data of the user. */
export function ExportData() {
  const { t } = useLingui()
  const language = useLanguage()
  const isOnline = useOnline()
  const [bytes, setBytes] = useState(0)
  const [file, setFile] = useState<File | null>(null)
  const load = useAction(async () => {
    setBytes(0)
    const loaded = await fetchExport(setBytes)
    setFile(loaded)
    if (!mustShare(loaded)) saveFile(loaded)
  })
  const share = useAction(shareFile)
  const size = formatBytes(bytes, language)
  const name = file?.name ?? ''
  const isWaiting = file !== null && mustShare(file)
  return (
    <Group heading="h2" title={<Trans>Your data</Trans>}>
      <div>
        <Row
          label={<Trans>Download everything that is stored about you</Trans>}
          text={<Trans>One JSON file with your profile, photo, chats, settings and subscriptions.</Trans>}
          action={
            isWaiting ? (
              <Button variant="primary" onClick={() => share.run(file)}>
                <Trans>Save the file…</Trans>
              </Button>
            ) : (
              <Button
                icon={<DownloadIcon size={18} />}
                pending={load.pending}
                pendingLabel={bytes === 0 ? t`Gathering…` : size}
                disabled={!isOnline}
                onClick={() => load.run()}
              >
                <Trans>Download</Trans>
              </Button>
            )
          }
        />
        <p role="status" className={styles.note}>
          {load.pending ? t`Your data is being gathered.` : null}
          {load.done && !isWaiting ? t`Saved as ${name}, ${size}.` : null}
          {isWaiting ? t`The file is ready, ${size}.` : null}
        </p>
        <Failure>{load.failure || share.failure}</Failure>
      </div>
    </Group>
  )
}
