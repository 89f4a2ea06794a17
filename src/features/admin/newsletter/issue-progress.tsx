import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pauseIssue, resumeIssue, stopIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import { useAction } from '#data/use-action.ts'
import { languageNames, languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import editorStyles from '../editor.module.css'
import { handleRefusal } from '../handle-refusal.ts'
import { DeliveryList } from './delivery-list.tsx'
import { formatMoment } from './format-moment.ts'
import { IssueClicks } from './issue-clicks.tsx'
import { IssuePreview } from './issue-preview.tsx'
import { IssueStatusBadge } from './issue-status.tsx'
import styles from './newsletter.module.css'
import { refreshIssue, storeIssue } from './newsletter-query.ts'

/** How the sending of an issue goes, and how often its links were followed. Who opened it is not known. */
export function IssueProgress({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const [isStopping, setStopping] = useState(false)
  const { counts, id, outage, scheduled_at, status, versions } = issue
  const written = languages.filter((each) => versions[each] !== null)
  const [shown = 'en'] = written
  const [previewed, setPreviewed] = useState<Language>(shown)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone, in the list as well as in the editor.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const change = async (call: typeof pauseIssue | typeof resumeIssue | typeof stopIssue) => {
    try {
      storeIssue(await api.call(call, { params: { id } }))
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
      await refreshIssue(id)
    }
  }
  const toggle = useAction(() => change(status === 'paused' ? resumeIssue : pauseIssue))
  const when = scheduled_at === null ? '' : formatMoment(scheduled_at, language)
  const rows: [ReactNode, number][] = [
    [
      <Trans key="sent" context="mails">
        Sent
      </Trans>,
      counts.sent,
    ],
    [<Trans key="queued">Not sent yet</Trans>, counts.queued + counts.sending],
    [<Trans key="refused">Refused</Trans>, counts.refused],
    [<Trans key="bounced">Address does not exist</Trans>, counts.bounced],
    [<Trans key="in_doubt">In doubt</Trans>, counts.in_doubt],
    [<Trans key="skipped">Unsubscribed before</Trans>, counts.skipped],
    [<Trans key="unsubscribed">Unsubscribed by this issue</Trans>, counts.unsubscribed],
  ]
  return (
    <div className={editorStyles.editor}>
      <div className={editorStyles.buttons}>
        <Button size="s" onClick={onClose}>
          <Trans>All issues</Trans>
        </Button>
      </div>
      <h3 ref={heading} tabIndex={-1} dir="auto" className={styles.subject}>
        {versions[shown]?.subject} <IssueStatusBadge status={status} />
      </h3>
      {status === 'scheduled' ? (
        <p>
          <Trans>It is sent on {when}.</Trans>
        </p>
      ) : (
        <dl className={styles.counts}>
          {rows.map(([label, count], index) => (
            // The rows never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
            <div key={index}>
              <dt>{label}</dt>
              <dd>{count.toLocaleString(language)}</dd>
            </div>
          ))}
        </dl>
      )}
      {outage === null ? null : (
        <p role="status" className={editorStyles.lack}>
          <Trans>
            The mail server has taken nothing since {formatMoment(outage.since, language)}; it is tried again.
          </Trans>{' '}
          {outage.reply}
        </p>
      )}
      <div className={editorStyles.buttons}>
        {/* One button, so that the focus stays on it. */}
        {status === 'sending' || status === 'scheduled' || status === 'paused' ? (
          <Button
            variant={status === 'paused' ? 'primary' : 'secondary'}
            pending={toggle.pending}
            // The second click of a double click would take back the first one.
            onClick={({ detail }) => detail > 1 || toggle.run()}
          >
            {status === 'scheduled' ? <Trans>Back to draft</Trans> : null}
            {status === 'sending' ? <Trans>Pause</Trans> : null}
            {status === 'paused' ? <Trans>Resume</Trans> : null}
          </Button>
        ) : null}
        {status === 'sending' || status === 'paused' ? (
          <Button variant="danger" onClick={() => setStopping(true)}>
            <Trans>Stop…</Trans>
          </Button>
        ) : null}
      </div>
      <DeliveryList issue={issue} focusAfterLast={heading} status="in_doubt" title={t`In doubt`}>
        <Trans>
          The server ended while it sent these mails, so nobody knows whether they arrived. They are not sent again by
          themselves.
        </Trans>
      </DeliveryList>
      <DeliveryList issue={issue} focusAfterLast={heading} status="bounced" title={t`Address does not exist`}>
        <Trans>Their newsletter is switched off.</Trans>
      </DeliveryList>
      <DeliveryList issue={issue} focusAfterLast={heading} status="refused" title={t`Refused`}>
        <Trans>These mails could not be delivered. Their newsletter stays on.</Trans>
      </DeliveryList>
      {status === 'scheduled' ? null : <IssueClicks {...issue.clicks} />}
      {written.length > 1 ? (
        <Tabs
          label={t`Language`}
          value={previewed}
          onChange={setPreviewed}
          tabs={written.map((each) => ({
            value: each,
            label: languageNames[each],
            content: <IssuePreview issue={issue} language={each} />,
          }))}
        />
      ) : (
        <IssuePreview issue={issue} language={shown} />
      )}
      <ConfirmDialog
        open={isStopping}
        onOpenChange={setStopping}
        title={t`Stop this issue for good?`}
        text={t`Who has not got it yet never gets it.`}
        confirmLabel={t`Stop`}
        onConfirm={() => change(stopIssue)}
        finalFocus={() => heading.current}
        danger
      />
    </div>
  )
}
