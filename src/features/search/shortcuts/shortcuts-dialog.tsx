import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Kbd } from './kbd.tsx'
import styles from './shortcuts-dialog.module.css'

/** Lists the shortcuts that work everywhere in the chat; each action also has a button or a menu item. */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useLingui()
  const lines = [
    { keys: ['mod', 'K'], what: <Trans>Search chats and commands</Trans> },
    { keys: ['mod', 'shift', 'O'], what: <Trans>New chat</Trans> },
    { keys: ['/'], what: <Trans>Write a message</Trans> },
    { keys: ['Esc'], what: <Trans>Stop the answer</Trans> },
    { keys: ['?'], what: <Trans>Show these keys</Trans> },
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Keyboard shortcuts`} size="s">
      <dl className={styles.list}>
        {lines.map(({ keys, what }) => (
          <div key={keys.join()} className={styles.shortcut}>
            <dt>{what}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
