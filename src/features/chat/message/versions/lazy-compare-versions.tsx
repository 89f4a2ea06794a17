import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import type { CompareVersionsProps } from './compare-versions.tsx'

const part = lazyModule(() => import('./compare-versions.tsx'))

/** Loads `CompareVersions` when the user first compares. */
export function LazyCompareVersions(props: CompareVersionsProps) {
  const loaded = usePopup(part, props.open, props.onOpenChange)
  return loaded ? <loaded.CompareVersions {...props} /> : null
}
