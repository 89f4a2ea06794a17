/** Resolves as `work` does, or with undefined when that takes longer; how it ends after that is for whoever asks again. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
