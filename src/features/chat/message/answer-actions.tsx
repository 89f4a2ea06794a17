import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '#contract/objects/chat.ts'
import { useAnsweredBy } from '#data/remembered-models.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import {
  ColumnsIcon,
  FlagIcon,
  GaugeIcon,
  InfoIcon,
  MoreIcon,
  PinIcon,
  RetryIcon,
  TrashIcon,
} from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem, MenuSeparator } from '#ui/menu/menu-item.tsx'
import { answerToText } from '../markdown/answer-to-text.ts'
import { firstSentence } from '../memory/first-sentence.ts'
import { PlayButton } from '../speech/play-button.tsx'
import { useChatActions } from './actions/chat-actions.ts'
import { RatingButtons } from './actions/rating-buttons.tsx'
import { selectedTextWithin } from './actions/selected-text.ts'

export interface AnswerActionsProps {
  message: Message
  count: number
  onCompare: () => void
}

export function AnswerActions({ message, count, onCompare }: AnswerActionsProps) {
  const { t } = useLingui()
  const { compact, regenerateAnswer, remove, remember, report, offer } = useChatActions()
  const { id, content, sources = [] } = message
  const model = useAnsweredBy(message.model)
  // An empty answer shows its own button for another version.
  const again = regenerateAnswer === null || content === '' ? null : () => regenerateAnswer(id)
  /** What to remember is a fact without the numbers of its sources. */
  const plain = (text: string) => answerToText({ content: text, sources }, { code: false })
  const isStored = remove !== null && remember !== null && report !== null
  const buttons = (
    <>
      {content === '' ? null : (
        <>
          <CopyButton text={content} label={t`Copy`} />
          <PlayButton messageId={id} text={content} sources={sources} />
          <RatingButtons message={message} />
        </>
      )}
      {again === null || (compact && isStored) ? null : (
        <IconButton label={t`Reassess answer`} icon={<RetryIcon size={18} />} onClick={again} />
      )}
    </>
  )
  if (!isStored) return buttons
  return (
    <>
      {buttons}
      <Menu trigger={<IconButton label={t`More about this answer`} icon={<MoreIcon size={18} />} />} align="start">
        {again !== null && compact ? (
          <MenuItem icon={<RetryIcon size={18} />} onSelect={again}>
            <Trans>Reassess answer</Trans>
          </MenuItem>
        ) : null}
        {count > 1 ? (
          <MenuItem icon={<ColumnsIcon size={18} />} onSelect={onCompare}>
            <Trans>Compare versions</Trans>
          </MenuItem>
        ) : null}
        {content === '' ? null : (
          <MenuItem
            icon={<PinIcon size={18} />}
            onSelect={() => remember(plain(selectedTextWithin(id)) || firstSentence(plain(content)))}
          >
            <Trans>Remember this</Trans>
          </MenuItem>
        )}
        {model === null ? null : (
          <MenuItem icon={<InfoIcon size={18} />} disabled>
            <Trans>Answered by {model}</Trans>
          </MenuItem>
        )}
        <MenuItem icon={<FlagIcon size={18} />} onSelect={() => report(message)}>
          {message.feedback?.report ? <Trans>Your report</Trans> : <Trans>Report answer</Trans>}
        </MenuItem>
        {offer === null || content === '' || message.status === 'streaming' ? null : (
          <MenuItem icon={<GaugeIcon size={18} />} onSelect={() => offer(message)}>
            <Trans>Offer this exchange for rating</Trans>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          danger
          icon={<TrashIcon size={18} />}
          onSelect={() => remove({ messageId: id, what: count > 1 ? 'version' : 'answer' })}
        >
          {count > 1 ? <Trans>Delete this version</Trans> : <Trans>Delete answer</Trans>}
        </MenuItem>
      </Menu>
    </>
  )
}
