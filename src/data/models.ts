import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listModels } from '#contract/endpoints/companion.ts'
import type { Model } from '#contract/objects/model.ts'
import type { Language } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { useSession } from '#session/state/session-atom.ts'
import { configQuery } from './config-query.ts'
import { queryClient } from './query-client.ts'
import { rememberedModels, rememberModels } from './remembered-models.ts'

export const MODELS_KEY = 'models'

/** The query of the models, with descriptions in the language of the interface. */
export const modelsQuery = (language: Language) =>
  queryOptions({
    queryKey: [MODELS_KEY, language],
    queryFn: ({ signal }) => api.call(listModels, { signal }),
    // An admin may switch a model off; while it is still listed here, the server answers with the default model.
    staleTime: 60_000,
  })

/** The models to choose from, the default first; offline, what the server said last. Empty where there is no choice. */
export function useModels(): readonly Model[] {
  const config = useQuery(configQuery, queryClient).data
  const isSignedIn = useSession() !== null
  const query = modelsQuery(useLanguage())
  const isChoice = config ? config.assistant.is_choice === true : rememberedModels.get().models.length > 1
  const { data } = useQuery({ ...query, enabled: isSignedIn && config !== undefined && isChoice }, queryClient)
  useEffect(() => {
    if (data) rememberModels(data)
    else if (!isChoice && rememberedModels.get().models.length > 0) rememberModels([])
  }, [data, isChoice])
  const models = data ?? rememberedModels.get().models
  return isChoice && models.length > 1 ? models : none
}

const none: readonly Model[] = []
