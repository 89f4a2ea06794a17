export interface Lifecycle {
  readonly draining: AbortSignal
  drain(): void
}

export function createLifecycle(): Lifecycle {
  const controller = new AbortController()
  return { draining: controller.signal, drain: () => controller.abort() }
}
