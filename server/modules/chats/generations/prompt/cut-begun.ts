import type { PromptBudget } from '../../../../limits/prompt-budget.ts'

/** The end of an answer that is continued; it must not begin with the second half of a surrogate pair. */
export const cutBegun = (begun: string, budget: PromptBudget): string =>
  begun.slice(-budget.tail).replace(/^[\uDC00-\uDFFF]/, '')
