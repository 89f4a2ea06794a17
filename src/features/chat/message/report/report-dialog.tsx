import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { REPORT_COMMENT_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/objects/chat.ts'
import { type FeedbackPatch, ReportInput, reportReasons } from '#contract/objects/feedback.ts'
import { type StoredFormDraft, useFormDraft, useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { reportReasonTexts } from '#i18n/report-reasons.ts'
import { database } from '#offline/database/database.ts'
import { formDraftKey } from '#offline/drafts/form-draft.ts'
import { enqueueFeedback } from '#offline/outbox/enqueue-feedback.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { ReportFacts } from '#ui/data-display/report-facts.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormField } from '#ui/form/form-field.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextAreaField, textOf } from '#ui/form/text-field.tsx'
import styles from './report-dialog.module.css'

export interface ReportDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  userId: number
  answer: Message
}

/** Reports an answer, and shows exactly what admins will read of it; an existing report is changed or withdrawn. */
export function ReportDialog({ open, onOpenChange, userId, answer }: ReportDialogProps) {
  const draftKey = formDraftKey(answer.chat, `report/${answer.id}`)
  const draft = useStoredFormDraft({ userId, draftKey }, open)
  return (
    <Dialog
      // With the form in it, so that its first control gets the focus.
      open={open && draft !== undefined}
      onOpenChange={onOpenChange}
      title={answer.feedback?.report ? <Trans>Your report</Trans> : <Trans>Report answer</Trans>}
      description={
        <Trans>It goes to the people who run this server. You can withdraw it at any time, in the same place.</Trans>
      }
    >
      {open && draft ? (
        <ReportForm userId={userId} answer={answer} storedDraft={draft} onClose={() => onOpenChange(false)} />
      ) : null}
    </Dialog>
  )
}

type ReportFormProps = Pick<ReportDialogProps, 'userId' | 'answer'> & {
  storedDraft: StoredFormDraft
  onClose: () => void
}

function ReportForm({ userId, answer, storedDraft, onClose }: ReportFormProps) {
  const { t, i18n } = useLingui()
  const stored = answer.feedback?.report ?? null
  const initial = stored ?? { reason: 'incorrect', comment: '', include_exchange: false }
  const draft = useFormDraft(initial, storedDraft)
  const form = useAppForm(ReportInput, draft.values)
  const saveDraft = () => draft.save(form.values())
  const change = async (report: FeedbackPatch['report'], done: string) => {
    try {
      await enqueueFeedback(database(), { userId, chatId: answer.chat, messageId: answer.id, patch: { report } })
      draft.discard()
      toastSuccess(done)
      onClose()
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Form of={form} onChange={saveDraft} onSubmit={(report) => change(report, t`Thank you. Your report is on its way`)}>
      <SelectField
        name="reason"
        onChange={saveDraft}
        label={t`Reason`}
        options={reportReasons.map((value) => ({ value, label: i18n._(reportReasonTexts[value]) }))}
      />
      <TextAreaField
        name="comment"
        label={t`Comment`}
        optional={<Trans>(optional)</Trans>}
        rows={3}
        maxLength={REPORT_COMMENT_MAX}
      />
      <CheckboxField
        name="include_exchange"
        label={t`Let them read this question and this answer`}
        description={t`Without it they read your reason and your comment only. They never see the rest of the chat.`}
      />
      <Preview userId={userId} answer={answer} />
      <RestoredNotice form={form} draft={draft} />
      <div className={styles.actions}>
        {stored === null ? (
          <CancelButton draft={draft} onCancel={onClose} />
        ) : (
          <Button onClick={() => void change(null, t`Report withdrawn`)}>
            <Trans>Withdraw report</Trans>
          </Button>
        )}
        <Button type="submit" variant="primary">
          {stored === null ? <Trans>Send report</Trans> : <Trans>Change report</Trans>}
        </Button>
      </div>
    </Form>
  )
}

/** The values of the form as the admins' page shows them. */
function Preview({ userId, answer }: Pick<ReportDialogProps, 'userId' | 'answer'>) {
  const { i18n } = useLingui()
  const heading = useId()
  const user = useSession()?.user
  const question = useLiveQuery(() => database().messages.get([userId, answer.reply_to ?? '']), [userId, answer.id])
  const exchange = { question: question?.content ?? '', answer: answer.content }
  const reasonText = (value: unknown) => {
    const reason = reportReasons.find((other) => other === value)
    return reason ? i18n._(reportReasonTexts[reason]) : ''
  }
  return (
    <>
      <h3 id={heading} className={styles.heading}>
        <Trans>What they will see</Trans>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
      <section aria-labelledby={heading} className={styles.preview} tabIndex={0}>
        <FormField name="reason">
          {({ value: reason }) => (
            <FormField name="comment">
              {({ value: comment }) => (
                <FormField name="include_exchange" type="boolean">
                  {({ value: isIncluded }) => (
                    <ReportFacts
                      name={[user?.first_name, user?.last_name].filter(Boolean).join(' ')}
                      email={user?.email ?? ''}
                      reason={reasonText(reason)}
                      comment={textOf(comment)}
                      exchange={isIncluded === true ? exchange : null}
                    />
                  )}
                </FormField>
              )}
            </FormField>
          )}
        </FormField>
      </section>
    </>
  )
}
