import type { ComponentProps, ReactNode } from 'react'
import { type StoredFormDraft, useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { formDraftKey } from '#offline/drafts/form-draft.ts'
import { useSession } from '#session/state/session-atom.ts'
import { FormDialog } from '#ui/form/form-dialog.tsx'

type DraftDialogProps = Omit<ComponentProps<typeof FormDialog>, 'children'> & {
  /** What the form is about, such as "refund/7": the key of its draft. */
  form: string
  children: (stored: StoredFormDraft) => ReactNode
}

/** The dialog of a form whose draft is stored on this device. */
export function DraftDialog({ form, open, children, ...dialog }: DraftDialogProps) {
  const userId = useSession()?.user.id ?? 0
  const stored = useStoredFormDraft({ userId, draftKey: formDraftKey('admin', form) }, open)
  return (
    // It opens with the form in it, so that its first field gets the focus.
    <FormDialog {...dialog} open={open && stored !== undefined}>
      {stored ? children(stored) : null}
    </FormDialog>
  )
}
