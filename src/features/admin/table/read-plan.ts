/** The id of a plan in the address; undefined for anything else. */
export const readPlan = (text: string | undefined): string | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? text : undefined
