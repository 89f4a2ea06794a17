import { Trans, useLingui } from '@lingui/react/macro'
import { DELETED_DAYS } from '#contract/limits.ts'
import { unsavedChatDays } from '#contract/objects/chat-profile.ts'
import { useAction } from '#data/use-action.ts'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { Choice } from '#ui/input/radio-group.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'

const NEVER = 'never'

/** Chooses after how many days without messages an unsaved chat expires. */
export function ExpirySetting() {
  const { t } = useLingui()
  const { unsaved_chats_days } = useChatProfile()
  const { run, failure } = useAction((value: string) =>
    changeChatProfile({ unsaved_chats_days: unsavedChatDays.find((days) => String(days) === value) ?? null }),
  )
  return (
    <Group title={<Trans>Unsaved chats</Trans>}>
      <Choice
        label={<Trans>Delete them after</Trans>}
        description={
          <Trans>
            Never, unless you choose a time here. It is counted from the last message, and the list of chats shows the
            days left. A week before, a notification says so if you allow notifications. Saved chats stay. A shorter
            time deletes nothing within the next week. Then the chats lie in Recently deleted for {DELETED_DAYS} days.
          </Trans>
        }
        value={unsaved_chats_days === null ? NEVER : String(unsaved_chats_days)}
        onChange={(value) => run(value)}
        options={[
          ...unsavedChatDays.map((days) => ({ value: String(days), label: t`${days} days` })),
          { value: NEVER, label: t`Never` },
        ]}
      />
      <Failure>{failure}</Failure>
    </Group>
  )
}
