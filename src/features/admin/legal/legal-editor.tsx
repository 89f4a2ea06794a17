import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { isApiError } from '#api/errors.ts'
import { publishLegalText, saveLegalText } from '#contract/endpoints/legal.ts'
import { LEGAL_TEXT_MAX } from '#contract/limits.ts'
import type { LegalDocument, LegalEntry, LegalTexts } from '#contract/objects/legal/legal-text.ts'
import type { Language } from '#contract/primitives.ts'
import { useAction } from '#data/use-action.ts'
import { languageNames, languages } from '#i18n/languages.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Field } from '#ui/input/field.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { ConflictView } from '../conflict-view.tsx'
import editorStyles from '../editor.module.css'
import { handleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { createUnsavedDrafts } from '../unsaved-drafts.ts'
import { useRestored } from '../use-restored.ts'
import { documentNames } from './document-names.ts'
import { refreshLegalTexts, storeEntry } from './legal-query.ts'

/** Changed texts with what they are based on; see `baseOf`. */
type Edit = { texts: LegalTexts; base: string }

const unsaved = createUnsavedDrafts<LegalDocument, Edit>('legal', ({ texts, base }) => ({ ...texts, base }))
const StoredEdit = v.object({ en: v.string(), es: v.string(), base: v.string() })

/** Goes on with what was unsaved when an earlier page was left. */
async function restoreEdit({ document, texts: saved }: LegalEntry): Promise<void> {
  const stored = v.safeParse(StoredEdit, await unsaved.readStored(document))
  if (!stored.success || unsaved.get(document) !== undefined) return
  const { base, ...texts } = stored.output
  unsaved.set(document, { texts, base })
  // The page was left after the server had saved it.
  if (isSame(texts, saved)) unsaved.set(document, undefined)
}

/** Another one means that another admin has saved or published the document. */
const baseOf = ({ versions, revision }: LegalEntry): string => `${versions.length}/${revision}`

interface LegalEditorProps {
  entry: LegalEntry
  onClose: () => void
}

/**
 * Writes a draft of a document in both languages, which users do not see until it is published. Unsaved changes outlive
 * the editor and the page, and are shown beside those of another admin who saves meanwhile, so that neither text is
 * lost.
 */
export function LegalEditor(props: LegalEditorProps) {
  const restoring = useRestored(() => restoreEdit(props.entry))
  if (restoring.state === 'failed') return <LoadFailed error={restoring.error} onRetry={restoring.retry} />
  return restoring.state === 'restored' ? <Editor {...props} /> : null
}

function Editor({ entry, onClose }: LegalEditorProps) {
  const { t } = useLingui()
  const { document, versions, revision } = entry
  const seen = { revision, version: versions[0]?.version ?? 0 }
  const edit = useSyncExternalStore(unsaved.subscribe, () => unsaved.get(document))
  const setEdit = (next: Edit | undefined) => unsaved.set(document, next)
  const isChanged = edit !== undefined
  /** Whether the editor began with unsaved changes, which were neither saved nor discarded yet. */
  const [isBegun, setBegun] = useState(isChanged)
  const { texts } = edit ?? entry
  const [language, setLanguage] = useState<Language>('en')
  const [isAsking, setAsking] = useState(false)
  const [asksConsent, setAsksConsent] = useState(true)
  const isFirst = versions.length === 0
  // A shipped text has to be saved once before it is published.
  const isUnsaved = isChanged || revision === 0
  const change = (changed: LegalTexts) => {
    setEdit(isSame(changed, entry.texts) ? undefined : { texts: changed, base: edit?.base ?? baseOf(entry) })
  }
  /** After a conflict the editor shows both texts, or the newer one where nothing is unsaved. */
  const readAgain = async (error: unknown) => {
    handleRefusal(error)
    if (!isConflict(error)) throw error
    await refreshLegalTexts()
  }
  const save = useAction(async () => {
    try {
      const saved = await api.call(saveLegalText, { params: { document }, body: { ...seen, texts } })
      // What was typed during the request is still unsaved, also when it is what was stored before.
      const typed = unsaved.get(document)?.texts ?? entry.texts
      setEdit(isSame(typed, texts) ? undefined : { texts: typed, base: baseOf(saved) })
      setBegun(false)
      storeEntry(saved)
      announce(t`Saved`)
    } catch (error) {
      await readAgain(error).catch(toastFailure)
    }
  })
  // The response to a save was lost: the texts are not unsaved, and what was read since is not another admin's.
  const isSaved = edit !== undefined && isSame(edit.texts, entry.texts) && !save.pending
  useEffect(() => {
    if (isSaved) unsaved.set(document, undefined)
  }, [isSaved, document])
  if (edit !== undefined && edit.base !== baseOf(entry) && !isSaved && !save.pending) {
    const select = (choice: 'mine' | 'theirs') => {
      setEdit(choice === 'theirs' ? undefined : { texts: edit.texts, base: baseOf(entry) })
      if (choice === 'mine') save.run()
    }
    return <ConflictView mine={toText(edit.texts)} theirs={toText(entry.texts)} onSelect={select} />
  }
  const publish = async () => {
    const body = { ...seen, asks_consent: document === 'terms' && asksConsent }
    try {
      storeEntry(await api.call(publishLegalText, { params: { document }, body }))
    } catch (error) {
      await readAgain(error)
      // The dialog closes: a second press would publish the text of the other admin, which nobody here has read.
      return toastFailure(error)
    }
    toastSuccess(t`Published`)
    onClose()
  }
  return (
    <div className={editorStyles.editor}>
      <div className={editorStyles.buttons}>
        <Button size="s" onClick={onClose}>
          <Trans>All legal texts</Trans>
        </Button>
        <h2>{t(documentNames[document])}</h2>
      </div>
      {document === 'privacy' && isFirst ? (
        <p className={editorStyles.lack}>
          <Trans>
            Until you publish a policy of your own, the page “About Companion” says what this server stores, by what it
            is set to. It stays there beside your policy.
          </Trans>
        </p>
      ) : null}
      <Tabs
        label={t`Language`}
        value={language}
        onChange={setLanguage}
        tabs={languages.map((each) => ({
          value: each,
          label: languageNames[each],
          content: (
            <Field label={t`Text`} description={t`In Markdown, with # for headings.`}>
              <TextArea
                value={texts[each]}
                rows={18}
                maxLength={LEGAL_TEXT_MAX}
                lang={each}
                onChange={({ target }) => change({ ...texts, [each]: target.value })}
              />
            </Field>
          ),
        }))}
      />
      {isBegun && isChanged ? (
        <p role="status" className={editorStyles.state}>
          <Trans>Here is what you had begun and not finished.</Trans>{' '}
          <Button
            size="s"
            onClick={({ currentTarget }) => {
              // The button disappears, and the focus should stay in the editor.
              currentTarget.closest(`.${editorStyles.editor}`)?.querySelector('textarea')?.focus()
              setEdit(undefined)
              setBegun(false)
            }}
          >
            <Trans>Discard</Trans>
          </Button>
        </p>
      ) : null}
      <div className={editorStyles.buttons}>
        <Button
          variant={isUnsaved ? 'primary' : 'secondary'}
          pending={save.pending}
          // Still focusable once nothing is unsaved, because the press that saves would lose the focus.
          aria-disabled={!isUnsaved}
          onClick={() => isUnsaved && save.run()}
        >
          <Trans>Save draft</Trans>
        </Button>
        {entry.preview_url !== null && !isChanged ? (
          <a href={`${entry.preview_url}&lang=${language}`} target="_blank" rel="noopener">
            <Trans>Preview</Trans>
          </a>
        ) : null}
        <Button variant={isUnsaved ? 'secondary' : 'primary'} disabled={isUnsaved} onClick={() => setAsking(true)}>
          <Trans>Publish…</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={<Trans>Publish this version?</Trans>}
        text={
          <Trans>
            Everybody can read it from now on, in both languages. It cannot be changed or taken back, only followed by a
            newer version.
          </Trans>
        }
        confirmLabel={<Trans>Publish</Trans>}
        pendingLabel={<Trans>Publishing…</Trans>}
        onConfirm={publish}
      >
        {document === 'terms' && !isFirst ? (
          <Switch
            row
            label={t`Ask everybody for their consent`}
            description={t`For changes that matter. They are asked once, in the app.`}
            checked={asksConsent}
            onChange={setAsksConsent}
          />
        ) : null}
        {document === 'terms' && isFirst ? (
          <p>
            <Trans>Everybody who has an account is asked once, in the app, to accept these first terms.</Trans>
          </p>
        ) : null}
      </ConfirmDialog>
    </div>
  )
}

const isSame = (one: LegalTexts, other: LegalTexts): boolean => languages.every((each) => one[each] === other[each])

const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'conflict'

/** Both languages as one text to read and copy. */
const toText = (texts: LegalTexts): string =>
  languages.map((language) => `${languageNames[language]}\n\n${texts[language]}`).join('\n\n———\n\n')
