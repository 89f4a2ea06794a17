import { Trans, useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/button/icon-button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { copyText } from '#ui/copy/copy-text.ts'
import { CopyIcon, MoreIcon, PencilIcon, PinIcon, TrashIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem, MenuSeparator } from '#ui/menu/menu-item.tsx'
import { firstSentence } from '../memory/first-sentence.ts'
import { useChatActions } from './actions/chat-actions.ts'
import { selectedTextWithin } from './actions/selected-text.ts'

export interface QuestionActionsProps {
  messageId: string
  text: string
  /** Null where a question cannot be edited. */
  onEdit: (() => void) | null
}

/** The actions for a question that has reached the server: a menu on a phone, buttons where there is room. */
export function QuestionActions({ messageId, text, onEdit }: QuestionActionsProps) {
  const { t } = useLingui()
  const { compact, remove, remember } = useChatActions()
  if (remove === null || remember === null) return <CopyButton text={text} label={t`Copy`} />
  // A question of files only has nothing to copy or remember: an empty copy would overwrite the clipboard.
  const hasText = text.trim() !== ''
  const more = (
    <Menu
      trigger={
        <IconButton
          label={t`More about this question`}
          icon={<MoreIcon size={18} />}
          data-opens-edit={compact || undefined}
        />
      }
    >
      {compact && hasText ? (
        <MenuItem icon={<CopyIcon size={18} />} onSelect={() => void copyText(text)}>
          <Trans>Copy</Trans>
        </MenuItem>
      ) : null}
      {compact && onEdit !== null ? (
        <MenuItem icon={<PencilIcon size={18} />} onSelect={onEdit}>
          <Trans>Edit and send again</Trans>
        </MenuItem>
      ) : null}
      {hasText ? (
        <>
          <MenuItem
            icon={<PinIcon size={18} />}
            onSelect={() => remember(selectedTextWithin(messageId) || firstSentence(text))}
          >
            <Trans>Remember this</Trans>
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem danger icon={<TrashIcon size={18} />} onSelect={() => remove({ messageId, what: 'question' })}>
        <Trans>Delete question</Trans>
      </MenuItem>
    </Menu>
  )
  if (compact) return more
  return (
    <>
      {hasText ? <CopyButton text={text} label={t`Copy`} /> : null}
      {onEdit === null ? null : (
        <IconButton
          label={t`Edit and send again`}
          icon={<PencilIcon size={18} />}
          data-opens-edit=""
          onClick={onEdit}
        />
      )}
      {more}
    </>
  )
}
