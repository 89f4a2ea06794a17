/** What a test does with one tab of a browser, whatever protocol drives it. Coordinates are CSS pixels of the viewport. */
export interface Tab {
  /** Resolves when the document is there; the app may still be starting. */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs in the page, without anything from around it; takes and returns only what JSON can carry. */
  evaluate<Input, Output>(run: (input: Input) => Output, input: Input): Promise<Awaited<Output>>
  click(x: number, y: number): Promise<void>
  /** Types with real key events into what has the focus. */
  type(text: string): Promise<void>
  /** Brings it before the other tabs: a hidden tab draws nothing. */
  activate(): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** Console errors and uncaught errors since it was opened. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A running browser with a profile of its own that ends with it. */
export interface Browser {
  newTab(): Promise<Tab>
  close(): Promise<void>
}

export const viewport = { width: 390, height: 844 }

/** As an expression that runs in a page. */
export function callOf<Input, Output>(run: (input: Input) => Output, input: Input): string {
  return `(${run})(${JSON.stringify(input ?? null)})`
}
