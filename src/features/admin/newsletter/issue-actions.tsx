import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { deleteIssue, scheduleIssue, testIssue } from '#contract/endpoints/newsletter/issues.ts'
import { fieldMessages } from '#contract/field-messages.ts'
import type { Issue, newsletterGaps } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import { queryClient } from '#data/query-client.ts'
import { languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Field } from '#ui/input/field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import editorStyles from '../editor.module.css'
import { handleRefusal } from '../handle-refusal.ts'
import type { DraftSaver, Texts } from './draft-saver.ts'
import { formatMoment } from './format-moment.ts'
import styles from './newsletter.module.css'
import { issueQuery, refreshIssue, storeIssue } from './newsletter-query.ts'

type IssueActionsProps = {
  saver: DraftSaver
  issue: Issue
  texts: Texts
  language: Language
  lacks: readonly (typeof newsletterGaps)[number][]
  onClose: () => void
}

/** Test mail, sending and deletion of a draft. All of them save it first. */
export function IssueActions({ saver, issue, texts, language, lacks, onClose }: IssueActionsProps) {
  const { t } = useLingui()
  const shown = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const [dialog, setDialog] = useState<'send' | 'delete' | null>(null)
  const { id, recipients } = issue
  const reached = languages
    .filter((each) => texts.versions[each] !== null || texts.send_other_language)
    .reduce((sum, each) => sum + recipients[each], 0)
  const time = at === '' || isInvalid ? null : new Date(at).toISOString()
  /** Reads the field. An incomplete time has no value, as an empty one, which means now; only its validity tells. */
  const read = (): boolean => {
    const { value = '', validity } = field.current ?? {}
    const isValid = validity?.valid !== false && (value === '' || !Number.isNaN(Date.parse(value)))
    setAt(value)
    setInvalid(!isValid)
    return isValid
  }
  /** Returns the saved issue; throws while its texts could not be saved. */
  const save = async (): Promise<Issue> => {
    await saver.flush()
    const { issue: saved, state } = saver.read()
    if (state !== 'saved') throw new Error(t`The issue is not saved yet`)
    return saved
  }
  const test = useMutation(
    {
      mutationFn: async () => {
        await save()
        return api.call(testIssue, { params: { id }, body: { language } })
      },
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => {
        handleRefusal(error)
        toastFailure(error)
      },
    },
    queryClient,
  )
  const send = async () => {
    const { revision } = await save()
    try {
      storeIssue(await api.call(scheduleIssue, { params: { id }, body: { revision, at: time } }))
    } catch (error) {
      await refreshIssue(id)
      const newest = queryClient.getQueryData(issueQuery(id).queryKey)
      if (newest === undefined || newest.revision <= revision) throw error
      // The dialog closes, so that the text of another admin is seen before it is sent.
      toastFailure(error)
    }
  }
  const remove = async () => {
    try {
      await api.call(deleteIssue, { params: { id } })
    } catch (error) {
      // It is deleted already, such as by a request whose response was lost.
      if (!isApiError(error) || error.code !== 'not_found') {
        handleRefusal(error)
        throw error
      }
    }
    saver.discard()
    onClose()
  }
  return (
    <div className={styles.actions}>
      <Field label={t`Send at`} description={t`Empty: now.`} error={isInvalid ? fieldMessages.invalid[shown] : null}>
        <TextInput
          ref={field}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={at}
          onChange={read}
          // Browsers report no change while the time is incomplete.
          onBlur={read}
        />
      </Field>
      <div className={editorStyles.buttons}>
        <Button
          variant="primary"
          disabled={lacks.length > 0 || isInvalid}
          onPointerEnter={prefetchDialog}
          onClick={() => read() && setDialog('send')}
        >
          {time === null ? <Trans>Send…</Trans> : <Trans>Schedule…</Trans>}
        </Button>
        <Button pending={test.isPending} disabled={lacks.includes('mail_server')} onClick={() => test.mutate()}>
          <Trans>Test mail to me</Trans>
        </Button>
        <Button variant="quiet" onPointerEnter={prefetchDialog} onClick={() => setDialog('delete')}>
          <Trans>Delete draft…</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={dialog === 'send'}
        onOpenChange={(open) => setDialog(open ? 'send' : null)}
        title={time === null ? t`Send this issue now?` : t`Send this issue on ${formatMoment(time, shown)}?`}
        text={<Plural value={reached} one="# reader gets it." other="# readers get it." />}
        confirmLabel={time === null ? t`Send` : t`Schedule`}
        pendingLabel={t`Sending…`}
        onConfirm={send}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => setDialog(open ? 'delete' : null)}
        title={t`Delete this draft?`}
        text={t`Its texts and pictures are gone then.`}
        confirmLabel={t`Delete`}
        onConfirm={remove}
        danger
      />
    </div>
  )
}
