/** One tab of a browser, whatever protocol controls it. Coordinates are CSS pixels of the viewport. */
export interface Tab {
  /** Resolves when the document is loaded; the app may still be starting. */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs in the page without closures; takes and returns only JSON values. */
  evaluate<Input, Output>(run: (input: Input) => Output, input: Input): Promise<Awaited<Output>>
  click(x: number, y: number): Promise<void>
  /** Types with real key events into the focused element. */
  type(text: string): Promise<void>
  /** Brings the tab to the front: a hidden tab renders nothing. */
  activate(): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** Console errors and uncaught errors since the tab was opened. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A running browser with its own profile, which is deleted with it. */
export interface Browser {
  newTab(): Promise<Tab>
  close(): Promise<void>
}

export const viewport = { width: 390, height: 844 }

/** The function as an expression that runs in a page. */
export function callOf<Input, Output>(run: (input: Input) => Output, input: Input): string {
  return `(${run})(${JSON.stringify(input ?? null)})`
}
