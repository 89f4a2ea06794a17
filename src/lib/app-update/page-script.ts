/** The address of the script that this page began with; its name changes with each build. Empty in a test's page. */
export const pageScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
