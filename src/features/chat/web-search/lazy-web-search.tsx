import type { WebSearchState } from '#contract/stream.ts'
import { useConfig } from '#data/config.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import { useWebSearchSetting } from './web-search-setting.ts'

const control = lazyModule(() => import('./web-search-switch.tsx'))
const list = lazyModule(() => import('./answer-sources.tsx'))
/** Offline, the chunk may not be in the cache yet: the chat works without it. */
const without = (error: unknown) => logHandled('A part of the chat did not load', error)

/** The switch where the server can search the web; offline, where the user has used it before. */
export function LazyWebSearchSwitch() {
  const config = useConfig()
  const setting = useWebSearchSetting()
  const wanted = config?.web_search ?? setting !== null
  const loaded = useLazyModule(control, wanted, without)
  return wanted && loaded ? <loaded.WebSearchSwitch /> : null
}

/** The web search of an answer; nothing for an answer without one. */
export function LazyAnswerSources({ search }: { search: WebSearchState }) {
  const wanted = search.query !== null || search.sources.length > 0 || search.problem !== null
  const loaded = useLazyModule(list, wanted, without)
  return wanted && loaded ? <loaded.AnswerSources search={search} /> : null
}
