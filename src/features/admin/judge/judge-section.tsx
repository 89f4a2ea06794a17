import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from './judge.module.css'
import { JudgeTrials } from './judge-trials.tsx'

/** Leads to the trials of judges; nothing where scoring is off. */
export function JudgeSection() {
  const { t } = useLingui()
  const config = useQuery(configQuery, queryClient).data
  const [open, setOpen] = useState(false)
  if (config?.scoring !== true) return null
  return (
    <div className={styles.section}>
      <Group
        heading="h2"
        title={<Trans>Judge</Trans>}
        text={<Trans>Try another model or rubric on the answers that people have rated, before you change it.</Trans>}
      >
        <Button className={styles.open} onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
          <Trans>Try a judge…</Trans>
        </Button>
      </Group>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Try a judge`}
        description={t`The rated answers are scored again, one after the other, and nobody’s scores change.`}
      >
        <JudgeTrials />
      </Dialog>
    </div>
  )
}
