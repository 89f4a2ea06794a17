/** One chunk, which the first text loads: the phrases, and the card with the lines. */
export { CareCard } from './care-card.tsx'
export { speaksOfSelfHarm } from './phrases.ts'
