/** Resolves like `work`, or with undefined after `ms`; the result of `work` after that is ignored. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
