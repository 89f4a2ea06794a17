import { useLingui } from '@lingui/react/macro'
import type { Message } from '#contract/objects/chat.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { ThumbDownIcon, ThumbUpIcon } from '#ui/icons/icons.tsx'
import { useChatActions } from './chat-actions.ts'

/** Whether an answer was helpful; the chosen button takes the rating back. */
export function RatingButtons({ message: { id, feedback } }: { message: Message }) {
  const { t } = useLingui()
  const { rate } = useChatActions()
  if (rate === null) return null
  const button = (rating: 'helpful' | 'not_helpful', label: string, Icon: typeof ThumbUpIcon) => {
    const selected = feedback?.rating === rating
    return (
      <IconButton
        label={label}
        icon={<Icon size={18} />}
        aria-pressed={selected}
        onClick={() => rate(id, selected ? null : rating)}
      />
    )
  }
  return (
    <>
      {button('helpful', t`Helpful`, ThumbUpIcon)}
      {button('not_helpful', t`Not helpful`, ThumbDownIcon)}
    </>
  )
}
