import { Trans, useLingui } from '@lingui/react/macro'
import { useModels } from '#data/models.ts'
import { modelLabel } from '#data/remembered-models.ts'
import { useAction } from '#data/use-action.ts'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'

/** The option for the server's default. No model has an empty id. */
const DEFAULT = ''

/** Chooses the model for chats that have chosen none; nothing where there is no choice. */
export function ModelSetting() {
  const { t } = useLingui()
  const models = useModels()
  const { model } = useChatProfile()
  const { run, failure } = useAction((selected: string) =>
    changeChatProfile({ model: selected === DEFAULT ? null : selected }),
  )
  const standard = models.find(({ is_default }) => is_default)
  if (standard === undefined) return null
  const usual = standard.label
  const gone = model !== null && models.every(({ id }) => id !== model) ? modelLabel(model) : null
  const selected = models.find(({ id }) => id === model) ?? standard
  const options = [
    { value: DEFAULT, label: t`The default: ${usual}` },
    ...models.map(({ id, label }) => ({ value: id, label })),
    ...(model !== null && gone !== null ? [{ value: model, label: t`${gone} (not available)` }] : []),
  ]
  return (
    <Group title={<Trans>Model</Trans>} text={<Trans>For chats in which you have not chosen another one.</Trans>}>
      <div>
        <Field
          label={<Trans>Your model</Trans>}
          hint={gone === null ? selected.description : <Trans>Until it is available again, {usual} answers.</Trans>}
        >
          <Select value={model ?? DEFAULT} onChange={(value) => run(value)} options={options} />
        </Field>
        <Failure>{failure}</Failure>
      </div>
    </Group>
  )
}
