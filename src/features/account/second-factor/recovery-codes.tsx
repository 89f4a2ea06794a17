import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { mustShare, saveFile, shareFile } from '#lib/browser/save-file.ts'
import { Button } from '#ui/button/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { DownloadIcon } from '#ui/icons/icons.tsx'
import styles from './second-factor.module.css'

interface Props {
  codes: readonly string[] | undefined
  onClose: () => void
}

/** Shows new recovery codes; they are nowhere else, so a press outside does not close it. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { t } = useLingui()
  // They remain visible while the dialog closes.
  const [shown, setShown] = useState<readonly string[]>([])
  if (codes !== undefined && codes !== shown) setShown(codes)
  const text = shown.join('\n')
  const save = () => {
    const file = new File([`${text}\n`], 'companion-recovery-codes.txt', { type: 'text/plain' })
    if (mustShare(file)) shareFile(file).catch(toastFailure)
    else saveFile(file)
  }
  return (
    <Dialog
      open={codes !== undefined}
      onOpenChange={onClose}
      title={t`Your recovery codes`}
      description={t`Store them where you find them without your phone. They are shown only now, and each works once.`}
      holds
      actions={
        <>
          <Button icon={<DownloadIcon size={18} />} onClick={save}>
            <Trans>Save as a file</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>I have stored them</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.codes}>
        <ul aria-label={t`Recovery codes`}>
          {shown.map((code) => (
            <li key={code}>
              <code translate="no">{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={text} label={t`Copy the codes`} />
      </div>
    </Dialog>
  )
}
