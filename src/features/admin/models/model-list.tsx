import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listAllModels, switchModel } from '#contract/endpoints/admin.ts'
import type { AdminModel } from '#contract/objects/model.ts'
import { configQuery } from '#data/config-query.ts'
import { MODELS_KEY } from '#data/models.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { revenueQuery } from '../metrics/revenue-query.ts'
import styles from './models.module.css'

const allModelsQuery = queryOptions({
  queryKey: ['admin', 'models'],
  queryFn: ({ signal }) => api.call(listAllModels, { signal }),
})

/** Switches the models of the server on and off, with what each has used; nothing where there is no choice. */
export function ModelList() {
  const config = useQuery(configQuery, queryClient).data
  const isChoice = config?.assistant.is_choice === true
  const models = useQuery({ ...allModelsQuery, enabled: isChoice }, queryClient)
  if (!isChoice) return null
  if (models.data === undefined) {
    return models.isError ? <LoadFailed error={models.error} onRetry={() => void models.refetch()} /> : null
  }
  return (
    <div className={styles.models}>
      <Group
        heading="h2"
        title={<Trans>Models</Trans>}
        text={<Trans>Chats that have chosen a model which is off are answered by the default, and say so.</Trans>}
      >
        {models.data.map((model) => (
          <ModelSwitch key={model.id} model={model} />
        ))}
      </Group>
    </div>
  )
}

function ModelSwitch({ model: { id, label, is_enabled, is_default } }: { model: AdminModel }) {
  const { t } = useLingui()
  const used = useUse(id)
  const { run, pending, failure } = useAction(async (on: boolean) => {
    const listed = await api.call(switchModel, { body: { id, is_enabled: on } })
    queryClient.setQueryData(allModelsQuery.queryKey, listed)
    await queryClient.invalidateQueries({ queryKey: [MODELS_KEY] })
  })
  return (
    <div>
      <Switch
        row
        label={is_default ? t`${label} (the default)` : label}
        description={used}
        checked={is_enabled}
        disabled={pending}
        onChange={(on) => run(on)}
      />
      <Failure>{failure}</Failure>
    </div>
  )
}

/** What a model has used in thirty days, and what that cost, as text; undefined until it is known. */
function useUse(id: string): string | undefined {
  const { t } = useLingui()
  const language = useLanguage()
  const { data } = useQuery(revenueQuery, queryClient)
  if (data?.models === undefined) return undefined
  const { tokens = 0, cost = null } = data.models.find(({ model }) => model === id) ?? {}
  const count = formatNumber(tokens, language)
  if (cost === null) return t`${count} tokens in 30 days`
  const price = formatPrice(cost, 'USD', language)
  return t`${count} tokens in 30 days, ${price}`
}
