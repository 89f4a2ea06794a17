import { Trans } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { Button } from '#ui/button/button.tsx'
import { usePopup } from '#ui/use-popup.ts'
import { TEMPORARY_CHAT } from '../temporary/temporary-path.ts'
import type { Boundary } from '../thread/rows/build-rows.ts'
import styles from './summary-note.module.css'

const dialog = lazyModule(() => import('./summary-dialog.tsx'))

/** Says below the last message that the model did not get in full what it got instead. */
export const SummaryNote = memo(function SummaryNote({ boundary }: { boundary: Boundary }) {
  const { chatId, answerId, end, summary } = boundary
  const [open, setOpen] = useState(false)
  const loaded = usePopup(dialog, open, setOpen)
  return (
    <div className={styles.note} role="note">
      <span>
        {summary === end ? (
          <Trans>Companion reads a summary of the messages above.</Trans>
        ) : chatId === TEMPORARY_CHAT ? (
          <Trans>Companion gave its last answer without the messages above: they no longer fit.</Trans>
        ) : summary === null ? (
          <Trans>Companion gave its last answer without the messages above: they could not be summarised.</Trans>
        ) : (
          <Trans>
            Companion reads a summary of the older messages above. The last answer was given without the others.
          </Trans>
        )}
      </span>
      {summary === null ? null : (
        <>
          <Button size="s" variant="quiet" onClick={() => setOpen(true)}>
            <Trans>Show summary</Trans>
          </Button>
          {loaded ? (
            <loaded.SummaryDialog open={open} onOpenChange={setOpen} {...{ chatId, answerId, summary }} />
          ) : null}
        </>
      )}
    </div>
  )
})
