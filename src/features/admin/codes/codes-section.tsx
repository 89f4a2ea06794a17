import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import styles from '../admin.module.css'
import { LoadFailed } from '../load-failed.tsx'
import { CodeForm } from './code-form.tsx'
import { CodeItem } from './code-item.tsx'
import list from './codes.module.css'
import { codesQuery } from './list-codes.ts'

/** Coupons and gift codes, newest first. */
export function CodesSection() {
  const { t } = useLingui()
  const codes = useQuery(codesQuery, queryClient)
  const [open, setOpen] = useState(false)
  // The form remains visible while the dialog closes.
  const [kind, setKind] = useState<PromotionCode['kind']>('discount')
  const create = (wanted: PromotionCode['kind']) => {
    setKind(wanted)
    setOpen(true)
  }
  return (
    <section>
      <div className={styles.head}>
        <h2>
          <Trans>Promotion codes</Trans>
        </h2>
        <div className={styles.tools}>
          <Button onPointerEnter={prefetchDialog} onClick={() => create('discount')}>
            <Trans>Create coupon</Trans>
          </Button>
          <Button onPointerEnter={prefetchDialog} onClick={() => create('gift')}>
            <Trans>Create gift code</Trans>
          </Button>
        </div>
      </div>
      {codes.data === undefined ? (
        codes.isError ? (
          <LoadFailed error={codes.error} onRetry={() => void codes.refetch()} />
        ) : (
          <Skeleton width="60%" />
        )
      ) : codes.data.length === 0 ? (
        <p className={styles.note}>
          <Trans>There are no codes yet.</Trans>
        </p>
      ) : (
        <ul className={list.codes}>
          {codes.data.map((code) => (
            <CodeItem key={code.id} code={code} />
          ))}
        </ul>
      )}
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        title={kind === 'gift' ? t`Create gift code` : t`Create coupon`}
        description={
          kind === 'gift'
            ? t`It gives months of a plan without a card. The gift ends by itself.`
            : t`It makes a new subscription cheaper. Enter a percentage or an amount.`
        }
        size="l"
      >
        <CodeForm kind={kind} onClose={() => setOpen(false)} />
      </FormDialog>
    </section>
  )
}
