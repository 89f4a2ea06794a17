import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { ReplyInput, replyToReport } from '#contract/endpoints/feedback.ts'
import { REPORT_REPLY_MAX } from '#contract/limits.ts'
import type { Report } from '#contract/objects/feedback.ts'
import { type StoredFormDraft, useFormDraft, useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { languageNames } from '#i18n/languages.ts'
import { formDraftKey } from '#offline/drafts/form-draft.ts'
import { api } from '#session/api.ts'
import { useSession } from '#session/state/session-atom.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { handleRefusal } from '../handle-refusal.ts'
import styles from '../users/user-form.module.css'
import { handleConflict, storeReport } from './reports-query.ts'

const Reply = v.pick(ReplyInput, ['text'])

/** Answers a report by mail. The text stays when somebody else has answered meanwhile, and can be sent beside that. */
export function ReplyForm({ report }: { report: Report }) {
  const userId = useSession()?.user.id ?? 0
  const stored = useStoredFormDraft({ userId, draftKey: formDraftKey('admin', `reply/${report.id}`) })
  return stored ? <Fields key={report.id} report={report} stored={stored} /> : null
}

function Fields({ report, stored }: { report: Report; stored: StoredFormDraft }) {
  const { t } = useLingui()
  const { id, language, replied_at, reported_at } = report
  const draft = useFormDraft({ text: '' }, stored)
  const form = useAppForm(Reply, draft.values)
  const languageName = languageNames[language]
  return (
    <Form
      of={form}
      onChange={() => draft.save(form.values())}
      onSubmit={async ({ text }) => {
        const sent = form.values().text
        try {
          const body = { text, replied_at, reported_at }
          storeReport(await api.call(replyToReport, { params: { id }, body }))
        } catch (error) {
          handleRefusal(error)
          handleConflict(id, error)
          throw error
        }
        // What was typed meanwhile is not sent yet.
        if (form.values().text === sent) {
          form.reset(draft.initial)
          draft.discard()
        }
        toastSuccess(t`Answer handed to the mail server`)
      }}
    >
      <TextAreaField
        name="text"
        label={t`Answer by mail`}
        description={t`Greeting and end of the mail are added in this language: ${languageName}. Once sent, the answer is not stored here.`}
        rows={4}
        maxLength={REPORT_REPLY_MAX}
      />
      <RestoredNotice form={form} draft={draft} />
      <FormError />
      <div className={styles.actions}>
        <SubmitButton pendingLabel={t`Sending…`}>
          <Trans>Send answer</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}
