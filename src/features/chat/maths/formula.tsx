import type { ReactNode } from 'react'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'

const renderer = lazyModule(() => import('./render-tex.tsx'))

/** Renders a formula as MathML; shows its TeX while the renderer loads and when it cannot be parsed. */
export function Formula({ tex, display }: { tex: string; display: boolean }): ReactNode {
  const part = useLazyModule(renderer, true, stayText)
  const maths = part?.renderTex(tex, display)
  if (display)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a formula that scrolls must be reachable by keyboard
      <span data-maths="display" tabIndex={0}>
        {maths ?? <code>{tex}</code>}
      </span>
    )
  return maths ?? <code>{tex}</code>
}

/** Offline, the renderer may not be in the cache yet: the TeX stays visible. */
function stayText(): void {}
