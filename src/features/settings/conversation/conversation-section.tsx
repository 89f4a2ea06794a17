import { Trans } from '@lingui/react/macro'
import { Group } from '#ui/layout/group.tsx'
import { ProfileSwitch } from '../profile/profile-switch.tsx'
import { ModelSetting } from './model-setting.tsx'
import { VoiceSetting } from './voice-setting.tsx'

export function ConversationSection() {
  return (
    <>
      <ModelSetting />
      <Group title={<Trans>Voice</Trans>}>
        <VoiceSetting />
        <ProfileSwitch
          name="autoplay"
          label={<Trans>Read answers aloud automatically</Trans>}
          text={<Trans>With spoken answers on in the chat, reads each aloud as soon as it is finished.</Trans>}
        />
      </Group>
      <Group title={<Trans>Answers</Trans>}>
        <ProfileSwitch
          name="show_scores"
          label={<Trans>Show message scores</Trans>}
          text={<Trans>Truth, fairness, wisdom, duty, safety and liberty, beside each answer.</Trans>}
        />
        <ProfileSwitch
          name="show_reasoning"
          label={<Trans>Show reasoning</Trans>}
          text={<Trans>Offers what the model thought before it answered, where it says so.</Trans>}
        />
      </Group>
      <Group title={<Trans>Writing</Trans>}>
        <ProfileSwitch
          name="enter_sends"
          label={<Trans>Enter sends</Trans>}
          text={<Trans>Shift+Enter starts a new line. On touch screens, Enter always does.</Trans>}
        />
      </Group>
    </>
  )
}
