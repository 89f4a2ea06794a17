import { Trans, useLingui } from '@lingui/react/macro'
import type { Issue } from '#contract/objects/newsletter.ts'
import { languageNames } from '#i18n/languages.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import editorStyles from '../editor.module.css'
import type { Texts } from './draft-saver.ts'
import styles from './newsletter.module.css'

type ConflictViewProps = { mine: Texts; theirs: Issue; onChoose: (choice: 'mine' | 'theirs') => void }

/** Both texts of an issue that two admins changed at once; each can be copied out before one is chosen. */
export function ConflictView({ mine, theirs, onChoose }: ConflictViewProps) {
  const { t } = useLingui()
  return (
    <div className={editorStyles.editor}>
      <div role="alert">
        <h3>
          <Trans>Somebody else changed this issue while you wrote</Trans>
        </h3>
        <p>
          <Trans>Nothing is lost: both texts are below. Choose the one that is saved.</Trans>
        </p>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Field label={t`Your text`}>
            <TextArea readOnly rows={18} value={textOf(mine)} dir="auto" />
          </Field>
          <Button variant="primary" onClick={() => onChoose('mine')}>
            <Trans>Save mine</Trans>
          </Button>
        </div>
        <div className={styles.column}>
          <Field label={t`The text of the other admin`}>
            <TextArea readOnly rows={18} value={textOf(theirs)} dir="auto" />
          </Field>
          {theirs.status === 'draft' ? null : (
            <p>
              <Trans>It is no longer a draft, so yours cannot be saved any more.</Trans>
            </p>
          )}
          <Button onClick={() => onChoose('theirs')}>
            <Trans>Continue with theirs</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}

const textOf = ({ versions }: Texts): string =>
  (['en', 'es'] as const)
    .flatMap((language) => {
      const version = versions[language]
      if (version === null) return []
      return [[languageNames[language], version.subject, version.preview, version.body].join('\n\n')]
    })
    .join('\n\n———\n\n')
