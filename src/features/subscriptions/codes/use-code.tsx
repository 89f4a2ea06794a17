import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Plan } from '#contract/objects/plan.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'

const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }))

type Props = { plan: Plan; closedBy: string | undefined }

/** Buys a plan with a promotion code, or starts a gift, after showing what it costs. */
export function UseCode({ plan, closedBy }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const title = usePlanTitle()(plan)
  return (
    <>
      <Button
        wide
        variant="quiet"
        disabled={closedBy !== undefined}
        aria-describedby={closedBy}
        aria-label={t`Use a code for ${title}`}
        onPointerEnter={prefetchDialog}
        onClick={() => setOpen(true)}
      >
        <Trans>Use a code</Trans>
      </Button>
      <FormDialog open={open} onOpenChange={setOpen} title={t`${title} with a code`}>
        <Suspense>
          <CodeForm plan={plan} onClose={() => setOpen(false)} />
        </Suspense>
      </FormDialog>
    </>
  )
}
