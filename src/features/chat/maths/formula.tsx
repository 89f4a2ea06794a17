import type { ReactNode } from 'react'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'

const renderer = lazyModule(() => import('./render-tex.tsx'))

/** A formula as MathML; as it was written until its code is here, and when it cannot be read. */
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

/** Offline, before the worker has the code: TeX can be read too. */
function stayText(): void {}
