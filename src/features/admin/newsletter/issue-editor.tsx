import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { addIssueImage } from '#contract/endpoints/newsletter/issues.ts'
import { NEWSLETTER_PREVIEW_MAX, NEWSLETTER_SUBJECT_MAX, NEWSLETTER_TEXT_MAX } from '#contract/limits.ts'
import type { Issue, IssueVersion, newsletterGaps } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { languageNames, languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Field } from '#ui/input/field.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { ConflictView } from '../conflict-view.tsx'
import editorStyles from '../editor.module.css'
import { handleRefusal } from '../handle-refusal.ts'
import { type DraftState, openDraft, type Texts } from './draft-saver.ts'
import { IssueActions } from './issue-actions.tsx'
import { IssuePreview } from './issue-preview.tsx'
import { IssueProgress } from './issue-progress.tsx'
import styles from './newsletter.module.css'
import { storeIssue } from './newsletter-query.ts'

type IssueEditorProps = { stored: Issue; lacks: readonly (typeof newsletterGaps)[number][]; onClose: () => void }

const empty: IssueVersion = { subject: '', preview: '', body: '' }

/**
 * Writes a draft in both languages; every change is saved after a pause. When another admin has sent the issue
 * meanwhile, its progress is shown once nothing is unsaved.
 */
export function IssueEditor({ stored, lacks, onClose }: IssueEditorProps) {
  const { t } = useLingui()
  const [saver] = useState(() => openDraft(stored))
  const draft = useSyncExternalStore(saver.subscribe, saver.read)
  const [language, setLanguage] = useState<Language>(stored.versions.en === null && stored.versions.es ? 'es' : 'en')
  const { texts } = draft
  // The editor is unmounted when another tab of the panel opens: unsaved changes are then saved at once.
  useEffect(() => () => void saver.flush(), [saver])
  const isOutdated = draft.state === 'saved' && stored.revision > draft.issue.revision
  useEffect(() => {
    if (isOutdated) saver.replace(stored)
  }, [isOutdated, saver, stored])

  /** Changes one language in the newest texts: a picture may arrive after the other language was opened. */
  const change = (each: Language, changed: (version: IssueVersion) => IssueVersion) => {
    const { texts } = saver.read()
    const version = changed(texts.versions[each] ?? empty)
    const isEmpty = version.subject === '' && version.preview === '' && version.body === ''
    saver.change({ ...texts, versions: { ...texts.versions, [each]: isEmpty ? null : version } })
  }
  const close = async () => {
    await saver.flush()
    if (saver.read().state === 'deleted') saver.discard()
    if (saver.read().state === 'saved') onClose()
  }
  const { conflict } = draft
  if (conflict !== null) {
    const select = (choice: 'mine' | 'theirs') => {
      saver.resolve(choice)
      if (choice === 'theirs') storeIssue(conflict)
    }
    const isFinal = conflict.status !== 'draft'
    return <ConflictView mine={toText(texts)} theirs={toText(conflict)} isFinal={isFinal} onSelect={select} />
  }
  if (stored.status !== 'draft' && draft.state === 'saved') return <IssueProgress issue={stored} onClose={onClose} />
  const hasOne = (texts.versions.en === null) !== (texts.versions.es === null)
  return (
    <div className={editorStyles.editor}>
      <div className={editorStyles.buttons}>
        <Button size="s" onClick={close}>
          <Trans>All issues</Trans>
        </Button>
        <SaveState draft={draft} />
      </div>
      <div className={editorStyles.columns}>
        <div className={editorStyles.column}>
          <Tabs
            label={t`Language`}
            value={language}
            onChange={setLanguage}
            tabs={languages.map((each) => ({
              value: each,
              label: languageNames[each],
              content: (
                <VersionFields
                  id={stored.id}
                  version={texts.versions[each] ?? empty}
                  onChange={(changed) => change(each, changed)}
                />
              ),
            }))}
          />
          {hasOne ? (
            <Switch
              row
              label={t`Send it to readers of the other language too`}
              description={t`Otherwise they get nothing.`}
              checked={texts.send_other_language}
              onChange={(checked) => saver.change({ ...texts, send_other_language: checked })}
            />
          ) : null}
        </div>
        <IssuePreview issue={draft.issue} language={language} />
      </div>
      <IssueActions
        saver={saver}
        issue={draft.issue}
        texts={texts}
        language={language}
        lacks={lacks}
        onClose={onClose}
      />
    </div>
  )
}

/** Both languages as one text to read and copy. */
const toText = ({ versions }: Texts): string =>
  languages
    .flatMap((language) => {
      const version = versions[language]
      if (version === null) return []
      return [[languageNames[language], version.subject, version.preview, version.body].join('\n\n')]
    })
    .join('\n\n———\n\n')

function SaveState({ draft }: { draft: DraftState }) {
  const language = useLanguage()
  return (
    <p role="status" className={editorStyles.state}>
      {draft.state === 'saved' ? <Trans>Saved</Trans> : null}
      {draft.state === 'changed' ? <Trans>Saving…</Trans> : null}
      {draft.state === 'deleted' ? (
        <Trans>Another admin has deleted this issue. Copy your text before you leave, if you still need it.</Trans>
      ) : null}
      {draft.state === 'failed' ? (
        <>
          <Trans>Not saved yet; it is tried again.</Trans> {describeFailure(draft.error, language)}
        </>
      ) : null}
    </p>
  )
}

interface VersionFieldsProps {
  id: number
  version: IssueVersion
  onChange: (changed: (version: IssueVersion) => IssueVersion) => void
}

function VersionFields({ id, version, onChange }: VersionFieldsProps) {
  const { t } = useLingui()
  const file = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const upload = useMutation(
    {
      mutationFn: (picture: File) => api.call(addIssueImage, { params: { id }, body: picture }),
      onSuccess: ({ url }, picture) => {
        const alt = picture.name.replace(/\.\w+$/, '').replace(/[[\]]/g, '')
        onChange(({ body, ...others }) => {
          const at = area.current?.selectionEnd ?? body.length
          return { ...others, body: `${body.slice(0, at)}![${alt}](${url})${body.slice(at)}` }
        })
      },
      onError: (error) => {
        handleRefusal(error)
        toastFailure(error)
      },
    },
    queryClient,
  )
  return (
    <div className={styles.fields}>
      <Field label={t`Subject`}>
        <TextInput
          value={version.subject}
          maxLength={NEWSLETTER_SUBJECT_MAX}
          onChange={({ target }) => onChange((before) => ({ ...before, subject: target.value }))}
        />
      </Field>
      <Field label={t`Preview line`} description={t`Mail programs show it beside the subject.`}>
        <TextInput
          value={version.preview}
          maxLength={NEWSLETTER_PREVIEW_MAX}
          onChange={({ target }) => onChange((before) => ({ ...before, preview: target.value }))}
        />
      </Field>
      <Field label={t`Text`} description={t`In Markdown. Describe each picture between its square brackets.`}>
        <TextArea
          ref={area}
          value={version.body}
          rows={18}
          maxLength={NEWSLETTER_TEXT_MAX}
          className={styles.text}
          onChange={({ target }) => onChange((before) => ({ ...before, body: target.value }))}
        />
      </Field>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Picture`}
        onChange={({ target }) => {
          const [picture] = target.files ?? []
          if (picture) upload.mutate(picture)
          target.value = ''
        }}
      />
      <Button size="s" pending={upload.isPending} pendingLabel={t`Uploading…`} onClick={() => file.current?.click()}>
        <Trans>Add a picture</Trans>
      </Button>
    </div>
  )
}
