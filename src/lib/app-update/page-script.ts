/** The URL of the page's entry script, which contains the hash of the build. Empty in tests. */
export const pageScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
