import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import type { CompareVersionsProps } from './compare-versions.tsx'

const part = lazyModule(() => import('./compare-versions.tsx'))

/** Two versions side by side, fetched when somebody wants to compare. */
export function LazyCompareVersions(props: CompareVersionsProps) {
  const loaded = usePopup(part, props.open, props.onOpenChange)
  return loaded ? <loaded.CompareVersions {...props} /> : null
}
