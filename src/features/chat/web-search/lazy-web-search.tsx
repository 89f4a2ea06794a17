import type { WebSearchState } from '#contract/stream.ts'
import { useConfig } from '#data/config.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import { useWebSearchSetting } from './web-search-setting.ts'

const control = lazyModule(() => import('./web-search-switch.tsx'))
const list = lazyModule(() => import('./answer-sources.tsx'))

/** The switch where the server can search the web; offline, where the user has used it before. */
export function LazyWebSearchSwitch() {
  const config = useConfig()
  const setting = useWebSearchSetting()
  const wanted = config?.web_search ?? setting !== null
  const loaded = useLazyModule(control, wanted, logMissingChunk)
  return wanted && loaded ? <loaded.WebSearchSwitch /> : null
}

/** The web search of an answer; nothing for an answer without one. */
export function LazyAnswerSources({ search }: { search: WebSearchState }) {
  const wanted = search.query !== null || search.sources.length > 0 || search.problem !== null
  const loaded = useLazyModule(list, wanted, logMissingChunk)
  return wanted && loaded ? <loaded.AnswerSources search={search} /> : null
}
